import { realApp } from './app.ts'
import { asked } from './messageBox.ts'
import { realPowerMonitor } from './powerMonitor.ts'
import { closed, preventable } from './state.ts'

/** How a person or the system ends the app, and what it asks back. */
export const quitting = {
  quit: () => realApp.quit(),
  /** The computer is shut down; macOS then asks the app to quit. */
  shutDown: () => {
    realPowerMonitor.emit('shutdown', preventable())
    realApp.quit()
  },
  /** The computer falls asleep, or wakes up. */
  fallAsleep: () => void realPowerMonitor.emit('suspend'),
  wakeUp: () => void realPowerMonitor.emit('resume'),
  /** The window is gone. */
  untilClosed: () => closed.promise,
  /** A question is open. */
  untilAsked: () => asked.promise,
}
