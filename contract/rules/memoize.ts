/** Maximum number of cached results, and maximum length of a value whose result is cached. */
const [maxKept, maxLength] = [5_000, 300]

/** Caches the results for short values, because tables repeat the same values in many rows. */
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
