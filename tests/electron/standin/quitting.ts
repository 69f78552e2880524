import { realApp } from './app.ts'
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
  /** The computer goes to sleep, or wakes up. */
  fallAsleep: () => void realPowerMonitor.emit('suspend'),
  wakeUp: () => void realPowerMonitor.emit('resume'),
  /** Resolves when the window is closed. */
  untilClosed: () => windowClosed.promise,
  /** Resolves when a question is shown. */
  untilAsked: () => questionShown.promise,
}
