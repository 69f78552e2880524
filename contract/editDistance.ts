/** Maximum number of characters that are compared. */
const maxCompared = 100

/**
 * Returns the Levenshtein distance: the number of characters to insert, delete or replace to turn `a` into `b`. If it
 * exceeds `max`, stops early and returns a number above `max`.
 */
export function editDistance(a: string, b: string, max = Infinity): number {
  const [from, to] = withoutCommonEnds(a.slice(0, maxCompared), b.slice(0, maxCompared))
  if (Math.abs(from.length - to.length) > max) return max + 1
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= to.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const distance = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution)
      next.push(distance)
      least = Math.min(least, distance)
    }
    if (least > max) return max + 1
    row = next
  }
  return row[to.length] ?? 0
}

/** Skips common prefixes and suffixes, which don't affect the distance and are long in similar words. */
function withoutCommonEnds(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)]
}
