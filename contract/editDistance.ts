/**
 * Returns the Levenshtein distance: letters to add, drop or change to turn `a` into `b`. Compares at most 100
 * characters.
 */
export function editDistance(a: string, b: string): number {
  const [from, to] = [a.slice(0, 100), b.slice(0, 100)]
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution))
    }
    row = next
  }
  return row[to.length] ?? 0
}
