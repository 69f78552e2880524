import { app, powerMonitor } from 'electron'
import type { QuitWarning } from '../contract/longWork.ts'
import type { LongWork } from '../core/longWork.ts'
import { showMessageBox } from './messageBox.ts'

const labels = ['Keep Open', 'Quit Anyway']
const quitButton = 1

let isAsking = false
let isDecided = false

/** Quits without a question: the person has answered it, or nobody may be there to. */
export function quitWithoutAsking(): void {
  isDecided = true
  app.quit()
}

/**
 * Asks before the person ends the app while something would be lost by it, once at a time. Where the app ends with its
 * window, closing the window is quitting. Must run before the first window is opened.
 */
export function askBeforeQuitting({ quitWarning }: Pick<LongWork, 'quitWarning'>): void {
  const hold = (event: { preventDefault: () => void }) => {
    const loss = isDecided ? null : quitWarning()
    if (loss === null) return
    event.preventDefault()
    void askToQuit(loss)
  }
  app.on('before-quit', hold)
  if (process.platform !== 'darwin') {
    app.on('browser-window-created', (_event, window) => window.on('close', hold))
  }
  // Before it quits the apps, or sends them a signal, the system says so; a question would hold it up.
  powerMonitor.on('shutdown', quitWithoutAsking)
}

async function askToQuit(loss: QuitWarning): Promise<void> {
  if (isAsking) return
  isAsking = true
  const answer = await showMessageBox({
    type: 'question',
    ...loss,
    buttons: labels,
    defaultId: 0,
    cancelId: 0,
  })
  isAsking = false
  if (answer === quitButton) quitWithoutAsking()
}
