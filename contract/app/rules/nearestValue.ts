import { maxTypoDistance, normalizeWord, typoDistance } from '../values/spelling.ts'

/** Maximum length of a value that may be a typo. Longer ones aren't compared. */
const maxTypoLength = 100

/** Maximum number of characters compared per search. With more, the best value so far is returned. */
const maxComparedCharacters = 60_000

interface ListedWord {
  word: string
  value: string
}

/**
 * Returns a function that finds the value of a list that was probably intended, or `null`. The list is normalized on
 * first use.
 */
export function createNearestValue(allowed: readonly string[]): (value: string) => string | null {
  let listed: ListedWord[] | null = null
  return (text) => {
    const typed = text.length > maxTypoLength ? '' : normalizeWord(text)
    if (typed.length === 0 || typed.length > maxTypoLength) return null
    listed ??= allowed.map((value) => ({ word: normalizeWord(value), value }))
    return listed.find(({ word }) => word === typed)?.value ?? findNearest(listed, typed)
  }
}

/** Returns the first value with the fewest different letters; `null` if all have too many. */
function findNearest(listed: readonly ListedWord[], typed: string): string | null {
  let nearest: string | null = null
  let max = maxTypoDistance(typed)
  let compared = 0
  for (const { word, value } of listed) {
    if (Math.abs(word.length - typed.length) > max) continue
    compared += word.length
    if (compared > maxComparedCharacters) break
    const distance = typoDistance(typed, word, max)
    if (distance > max) continue
    nearest = value
    // A later value must be nearer.
    max = distance - 1
  }
  return nearest
}
