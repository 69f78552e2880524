/** Maximum number of results kept, and maximum length of a value whose result is kept. */
const [maxKept, maxLength] = [5_000, 300]

/** Keeps the results for short values. Tables repeat the same values in many rows. */
export function memoize<T>(answer: (value: string) => T): (value: string) => T {
  const kept = new Map<string, T>()
  return (value) => {
    if (value.length > maxLength) return answer(value)
    const known = kept.get(value)
    if (known !== undefined) return known
    if (kept.size >= maxKept) kept.clear()
    const found = answer(value)
    kept.set(value, found)
    return found
  }
}
