import { editDistance } from './editDistance.ts'

/** Returns how many letters may differ in a typo. Short words are too similar for one different letter to be a typo (`cpc`, `cpm`). */
export function maxTypoDistance(word: string): number {
  if (word.length < 4) return 0
  return word.length < 9 ? 1 : 2
}

/**
 * Returns the number of letters added, dropped or changed; a number above `max` if it is larger than that. Two swapped
 * neighbours count as one.
 */
export function typoDistance(a: string, b: string, max = Infinity): number {
  return isSwap(a, b) ? 1 : editDistance(a, b, max)
}

function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let index = 0
  while (index < a.length && a[index] === b[index]) index++
  const [here, next] = [a[index], a[index + 1]]
  if (next === undefined || here !== b[index + 1] || next !== b[index]) return false
  return a.slice(index + 2) === b.slice(index + 2)
}

/** Returns a word in lower case without separators. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]+/g, '')
}
