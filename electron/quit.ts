import { app } from 'electron'

let isDecided = false

/** Quits without asking, because the user has already answered or may be away. */
export function quitWithoutAsking(): void {
  isDecided = true
  app.quit()
}

/** Whether the app quits without asking. */
export function isQuitDecided(): boolean {
  return isDecided
}
