import { editDistance } from './editDistance.ts'

/** Returns how many letters may differ in a typo. Short words are too similar for one different letter to be a typo (`cpc`, `cpm`). */
export function maxTypoDistance(word: string): number {
  if (word.length < 4) return 0
  return word.length < 9 ? 1 : 2
}

/** Returns the number of letters added, dropped or changed. Two swapped neighbours count as one. */
export function typoDistance(a: string, b: string): number {
  const index = Array.from(a).findIndex((letter, position) => letter !== b.charAt(position))
  const swapped =
    index < 0 ? a : a.slice(0, index) + a.charAt(index + 1) + a.charAt(index) + a.slice(index + 2)
  return swapped === b && a !== b ? 1 : editDistance(a, b)
}

/** Returns a word in lower case without separators. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]+/g, '')
}
