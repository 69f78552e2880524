import { isMac } from './isMac.ts'

/** What the keys of the window's frame request. */
export type FrameShortcut = 'find' | 'help' | 'nextRegion' | 'previousRegion'

type KeyPress = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'key'>

/** Returns what a key press requests from the window's frame, otherwise `null`. */
export function parseFrameShortcut(event: KeyPress): FrameShortcut | null {
  const { altKey, ctrlKey, metaKey, shiftKey, key } = event
  if (altKey) return null
  if (ctrlKey || metaKey) return isFindKey(event) ? 'find' : null
  if (key === 'F6') return shiftKey ? 'previousRegion' : 'nextRegion'
  // Which keys make a question mark depends on the keyboard.
  return key === '?' ? 'help' : null
}

/** ⌘K on a Mac, where Ctrl+K deletes to the end of a line, and Ctrl+K elsewhere. */
function isFindKey({ ctrlKey, metaKey, shiftKey, key }: KeyPress): boolean {
  return metaKey === isMac() && ctrlKey !== metaKey && !shiftKey && key.toLowerCase() === 'k'
}
