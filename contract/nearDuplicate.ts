import type { Word } from './calls/suggestions.ts'
import { editDistance } from './editDistance.ts'

/**
 * Returns the word that was probably meant, or `null`. It must be used more often and differ only in case,
 * separators (`Summer_Sale`, `summer-sale`) or a letter or two (`Twiter`, `twtiter`). Words with different
 * digits are unrelated (`sale-2025`, `sale-2026`).
 */
export function findNearDuplicate(typed: string, known: readonly Word[]): Word | null {
  const word = typed.trim()
  if (word === '') return null
  const own = known.find(({ value }) => value === typed)?.count ?? -1
  const near = known
    .filter(({ value, count }) => value !== typed && count > own)
    .map((other) => ({ ...other, distance: wordDistance(word, other.value) }))
    .filter(({ distance }) => distance <= maxDistance(word) && (own < 0 || distance === 0))
    .sort((a, b) => a.distance - b.distance || b.count - a.count)
  const [best] = near
  return best ? { value: best.value, count: best.count } : null
}

/** Returns why a word is suggested in place of the typed one. */
export function suggestionReason({ value, count }: Word): string {
  if (count === 0) return `“${value}” is the usual spelling.`
  return `You already use “${value}” in ${count === 1 ? '1 link' : `${count.toLocaleString('en')} links`}.`
}

/** Short words are too similar for one different letter to be a typo (`cpc`, `cpm`). */
function maxDistance(word: string): number {
  if (word.length < 4) return 0
  return word.length < 9 ? 1 : 2
}

function wordDistance(a: string, b: string): number {
  if (digitsOf(a) !== digitsOf(b)) return Infinity
  return typoDistance(normalizeWord(a), normalizeWord(b))
}

/** Returns the number of letters added, dropped or changed. Two swapped neighbors count as one. */
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

function digitsOf(word: string): string {
  return word.replace(/\D+/g, ' ').trim()
}
