import leven from 'leven'

/** Maximum number of characters that are compared. */
export const maxCompared = 100

/**
 * Returns the Levenshtein distance: the number of characters to insert, delete or replace to turn `a` into `b`. If it
 * exceeds `max`, stops early and returns a number above `max`.
 */
export function editDistance(a: string, b: string, max = Infinity): number {
  return leven(a.slice(0, maxCompared), b.slice(0, maxCompared), { maxDistance: max + 1 })
}
