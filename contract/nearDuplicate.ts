import type { Word } from './calls/suggestions.ts'
import { editDistance } from './editDistance.ts'

/**
 * The word that was probably meant, `null` when there is none: one in use that differs only in case and separators
 * (`Summer_Sale`, `summer-sale`), or in a letter or two (`Twiter`, `twtiter`). Other digits are another word
 * (`sale-2025`, `sale-2026`), and a word that is used as often as its neighbour is nobody's mistake.
 */
export function findNearDuplicate(typed: string, known: readonly Word[]): Word | null {
  const wanted = typed.trim()
  if (wanted === '') return null
  const own = known.find(({ value }) => value === typed)?.count ?? -1
  const near = known
    .filter(({ value, count }) => value !== typed && count > own)
    .map((word) => ({ ...word, distance: wordDistance(wanted, word.value) }))
    .filter(({ distance }) => distance <= maxDistance(wanted) && (own < 0 || distance === 0))
    .sort((a, b) => a.distance - b.distance || b.count - a.count)
  const [best] = near
  return best ? { value: best.value, count: best.count } : null
}

/** Why a word is suggested instead of the one that was typed. */
export function suggestionReason({ value, count }: Word): string {
  if (count === 0) return `“${value}” is the usual spelling.`
  return `You already use “${value}” in ${count === 1 ? '1 link' : `${count.toLocaleString('en')} links`}.`
}

/** Short words are too close to each other for a letter to be a slip (`cpc`, `cpm`). */
function maxDistance(word: string): number {
  if (word.length < 4) return 0
  return word.length < 9 ? 1 : 2
}

function wordDistance(a: string, b: string): number {
  if (digitsOf(a) !== digitsOf(b)) return Infinity
  return typoDistance(normalizeWord(a), normalizeWord(b))
}

/** Letters added, dropped or changed; two neighbours that changed places are one slip. */
function typoDistance(a: string, b: string): number {
  const at = Array.from(a).findIndex((letter, place) => letter !== b.charAt(place))
  const swapped = at < 0 ? a : a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2)
  return swapped === b && a !== b ? 1 : editDistance(a, b)
}

/** A word without what separates its parts, in small letters. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]+/g, '')
}

function digitsOf(word: string): string {
  return word.replace(/\D+/g, ' ').trim()
}
