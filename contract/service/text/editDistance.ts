/** Maximum number of characters that are compared. */
export const maxCompared = 100

/**
 * Returns the Levenshtein distance: the number of characters to insert, delete or replace to turn `a` into `b`. If it
 * exceeds `max`, stops early and returns a number above `max`.
 */
export function editDistance(a: string, b: string, max = Infinity): number {
  const [source, target] = withoutCommonEnds(a.slice(0, maxCompared), b.slice(0, maxCompared))
  if (Math.abs(source.length - target.length) > max) return max + 1
  let row = Array.from({ length: target.length + 1 }, (_, index) => index)
  for (let i = 1; i <= source.length; i++) {
    const nextRow = [i]
    let rowMin = i
    for (let j = 1; j <= target.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (source[i - 1] === target[j - 1] ? 0 : 1)
      const distance = Math.min((row[j] ?? 0) + 1, (nextRow[j - 1] ?? 0) + 1, substitution)
      nextRow.push(distance)
      rowMin = Math.min(rowMin, distance)
    }
    if (rowMin > max) return max + 1
    row = nextRow
  }
  return row[target.length] ?? 0
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
