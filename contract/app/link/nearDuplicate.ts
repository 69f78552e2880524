import { maxCompared } from '../../service/text/editDistance.ts'
import { maxTypoDistance, normalizeWord, typoDistance } from '../values/spelling.ts'

/** A word used by links in the library, and the number of these links. */
export interface Word {
  value: string
  count: number
}

/**
 * Returns the word that was probably meant, or `null`. It must be used more often and differ only in case,
 * separators (`Summer_Sale`, `summer-sale`) or a letter or two (`Twiter`, `twtiter`). Words with different
 * digits are unrelated (`sale-2025`, `sale-2026`).
 */
export function findNearDuplicate(typed: string, known: readonly Word[]): Word | null {
  const word = typed.trim()
  if (word === '') return null
  const ownCount = known.find(({ value }) => value === typed)?.count ?? -1
  const candidates = known
    .filter(({ value, count }) => value !== typed && count > ownCount)
    .map((other) => ({ ...other, distance: wordDistance(word, other.value) }))
    .filter(({ distance }) => distance <= maxTypoDistance(word) && (ownCount < 0 || distance === 0))
    .sort((a, b) => a.distance - b.distance || b.count - a.count)
  const [best] = candidates
  return best ? { value: best.value, count: best.count } : null
}

/** Returns why a word is suggested instead of the typed one. */
export function suggestionReason({ value, count }: Word): string {
  if (count === 0) return `“${value}” is the usual spelling.`
  return `You already use “${value}” in ${count === 1 ? '1 link' : `${count.toLocaleString('en')} links`}.`
}

function wordDistance(a: string, b: string): number {
  if (extractDigits(a) !== extractDigits(b)) return Infinity
  const [one, other] = [normalizeWord(a), normalizeWord(b)]
  if (one === other) return 0
  // Beyond this length, `typoDistance` doesn't see how the words differ.
  return Math.max(one.length, other.length) > maxCompared ? Infinity : typoDistance(one, other)
}

function extractDigits(word: string): string {
  return word.replace(/\D+/g, ' ').trim()
}
