import { app, powerMonitor } from 'electron'
import type { LongWork, QuitWarning } from '../core/longWork.ts'
import { showMessageBox } from './messageBox.ts'
import { isQuitDecided, quitWithoutAsking } from './shutdown.ts'

const labels = ['Keep Open', 'Quit Anyway']
const quitButton = 1

let isAsking = false

/**
 * Asks before quitting if something would be lost, one question at a time. Also asks when the window is closed, if the
 * app quits with its window. Call this before the first window opens.
 */
export function askBeforeQuitting({ quitWarning }: Pick<LongWork, 'quitWarning'>): void {
  const preventQuit = (event: { preventDefault: () => void }) => {
    const loss = isQuitDecided() ? null : quitWarning()
    if (loss === null) return
    event.preventDefault()
    void askToQuit(loss)
  }
  app.on('before-quit', preventQuit)
  if (process.platform !== 'darwin') {
    app.on('browser-window-created', (_event, window) => window.on('close', preventQuit))
  }
  const onSystemShutdown = (event: { preventDefault: () => void }) => {
    // Delays the shutdown until this process has saved everything, for at most 5 seconds (logind.conf(5),
    // InhibitDelayMaxSec). Otherwise, the display could end first, and the app with it.
    if (process.platform === 'linux') event.preventDefault()
    quitWithoutAsking()
  }
  // macOS and Linux announce a shutdown before they quit or signal apps. A question would block it. Electron passes
  // an event, which its types lack.
  powerMonitor.on('shutdown', onSystemShutdown as () => void)
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
