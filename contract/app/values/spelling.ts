import { editDistance } from '../../service/text/editDistance.ts'

/**
 * Returns the maximum number of different letters in a typo. In a short word, even one different letter makes another
 * word (`cpc`, `cpm`).
 */
export function maxTypoDistance(word: string): number {
  if (word.length < 4) return 0
  return word.length < 9 ? 1 : 2
}

/**
 * Returns the number of letters inserted, deleted or replaced; if it exceeds `max`, a number above `max`. Two swapped
 * neighbours count as one.
 */
export function typoDistance(a: string, b: string, max = Infinity): number {
  return isSwap(a, b) ? 1 : editDistance(a, b, max)
}

function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let index = 0
  while (index < a.length && a[index] === b[index]) index++
  const [current, next] = [a[index], a[index + 1]]
  if (next === undefined || current !== b[index + 1] || next !== b[index]) return false
  return a.slice(index + 2) === b.slice(index + 2)
}

/** Returns a word in lower case without separators. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]+/g, '')
}
