/** Whether keys are named as on a Mac. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
