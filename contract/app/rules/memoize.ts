/** Maximum number of cached results, and maximum length of a value whose result is cached. */
const [maxEntries, maxLength] = [5_000, 300]

/** Caches the results for short values, because tables repeat the same values in many rows. */
export function memoize<T>(compute: (value: string) => T): (value: string) => T {
  const cache = new Map<string, T>()
  return (value) => {
    if (value.length > maxLength) return compute(value)
    const cached = cache.get(value)
    if (cached !== undefined) return cached
    if (cache.size >= maxEntries) cache.clear()
    const found = compute(value)
    cache.set(value, found)
    return found
  }
}
