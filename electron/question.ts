import { app, powerMonitor } from 'electron'
import type { Loss } from '../contract/longWork.ts'
import type { LongWork } from '../core/longWork.ts'
import { showBox } from './box.ts'

const labels = ['Keep Open', 'Quit Anyway']
const quit = 1

let isAsking = false
let isDecided = false

/** Quits without a question: the person has answered it, or nobody may be there to. */
export function quitUnasked(): void {
  isDecided = true
  app.quit()
}

/**
 * Asks before the person ends the app while something would be lost by it, once at a time. Where the app ends with its
 * window, closing the window is quitting. Must run before the first window is opened.
 */
export function askBeforeQuitting({ lostByQuitting }: Pick<LongWork, 'lostByQuitting'>): void {
  const hold = (event: { preventDefault: () => void }) => {
    const loss = isDecided ? null : lostByQuitting()
    if (loss === null) return
    event.preventDefault()
    void ask(loss)
  }
  app.on('before-quit', hold)
  if (process.platform !== 'darwin') {
    app.on('browser-window-created', (_event, window) => window.on('close', hold))
  }
  // Before it quits the apps, or sends them a signal, the system says so; a question would hold it up.
  powerMonitor.on('shutdown', quitUnasked)
}

async function ask(loss: Loss): Promise<void> {
  if (isAsking) return
  isAsking = true
  const answer = await showBox({ type: 'question', ...loss, buttons: labels, defaultId: 0, cancelId: 0 })
  isAsking = false
  if (answer === quit) quitUnasked()
}
