/**
 * Returns a rule's path as a value of `android:pathPattern`. There, `.` is any character, `*` repeats the one before it, and
 * a doubled backslash makes a character literal: XML resources unescape it once.
 *
 * Source: Google, "<data>" (App manifest), "android:pathPattern".
 */
export function toPathPattern(path: string): string {
  // A rule's `*` before `?` matches nothing, and `.*.` would search for a dot.
  return path.replace(/\*+|[?.\\]/g, (part, index: number) => {
    if (part === '?') return '.'
    if (part.startsWith('*')) return path.charAt(index + part.length) === '?' ? '' : '.*'
    return `\\\\${part === '\\' ? '\\\\' : part}`
  })
}
