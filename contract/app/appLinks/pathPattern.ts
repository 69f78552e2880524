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

/** Whether two rule patterns may match the same path. Can return a false positive, but never a false negative. */
export function canOverlap(first: string, second: string): boolean {
  const length = Math.min(literalLength(first), literalLength(second))
  for (let index = 0; index < length; index++) {
    const [one, other] = [first.charAt(index), second.charAt(index)]
    if (one !== other && one !== '?' && other !== '?') return false
  }
  const isFixed = !first.includes('*') && !second.includes('*')
  return !isFixed || first.length === second.length
}

/** Returns how many characters come before the first `*`. */
function literalLength(pattern: string): number {
  const star = pattern.indexOf('*')
  return star < 0 ? pattern.length : star
}
