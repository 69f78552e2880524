/** Whether this is an Apple device, where shortcuts use ⌘ and ⌥. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
