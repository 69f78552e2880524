import { realApp } from './app.ts'
import { RealWindow } from './browserWindow.ts'
import { questionShown } from './messageBox.ts'
import { realPowerMonitor } from './powerMonitor.ts'
import { windowClosed, createPreventableEvent, journal } from './state.ts'

/** How a user or the system ends the app, and its questions. */
export const quitting = {
  quit: () => realApp.quit(),
  /** The computer is shut down; macOS then asks the app to quit. */
  shutDown: () => {
    const event = createPreventableEvent()
    realPowerMonitor.emit('shutdown', event)
    journal.delaysShutdown = event.defaultPrevented
    realApp.quit()
  },
  /**
   * Ends the Windows session, or only this app (`close-app`), as installers do. As in `native_window_views_win.cc`, an
   * app that doesn't refuse is killed as soon as `session-end` returns; installers wait longer.
   */
  endSession: (reason: 'logoff' | 'close-app' = 'logoff') => {
    const query = Object.assign(createPreventableEvent(), { reasons: [reason] })
    for (const window of RealWindow.all) window.emit('query-session-end', query)
    journal.delaysShutdown = query.defaultPrevented
    if (query.defaultPrevented) return
    for (const window of [...RealWindow.all]) window.emit('session-end', { reasons: [reason] })
    if (reason !== 'close-app') process.kill(process.pid, 'SIGKILL')
  },
  /** The computer goes to sleep, or wakes up. */
  fallAsleep: () => void realPowerMonitor.emit('suspend'),
  wakeUp: () => void realPowerMonitor.emit('resume'),
  /** Resolves when the window is closed. */
  untilClosed: () => windowClosed.promise,
  /** Resolves when a question is shown. */
  untilAsked: () => questionShown.promise,
}
