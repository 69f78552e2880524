import { findNearDuplicate, type Word } from '../../../contract/app/link/nearDuplicate.ts'
import { memoize } from '../../../contract/app/rules/memoize.ts'
import type { RowWarning } from '../../../contract/app/runs/run.ts'
import type { Words } from '../../../contract/app/calls/links/suggestions.ts'
import { byName, fieldsOf, trackingName, type FieldOf } from '../../../contract/service/link/fields.ts'
import { normalizeWord } from '../../../contract/app/values/spelling.ts'
import { formatNumber } from '../../../contract/service/text/text.ts'

type TrackingField = FieldOf<'tracking'>
const trackingFields = fieldsOf('tracking')

/** The tracking words of a run and of the library. Finds likely typos among them. */
export type Vocabulary = ReturnType<typeof createVocabulary>

/**
 * Maximum number of distinct words in a column. With more, they are probably names or numbers, in which typos can't be
 * detected.
 */
const maxWords = 300
/** Maximum number of words considered as suggestions, most used first, and maximum length of a typo. */
const [maxSuggestions, maxTypoLength] = [50, 40]
/** Maximum number of distinct words, and of characters per word, that are compared. */
const [maxSpellings, maxWordLength] = [5_000, 255]
/** A word counts as a typo of another only if the other is used at least this many times as often. */
const minFrequencyRatio = 3

export function createVocabulary(library: Words) {
  const rowCounts = byName(trackingFields, () => new Map<string, number>())
  const typos = byName(trackingFields, () => null as ReturnType<typeof findTypos> | null)
  return {
    /** Counts the words of a row. */
    add: (words: Partial<Record<TrackingField, string | undefined>>) => {
      for (const field of trackingFields) {
        const word = words[field]
        if (word === undefined || word.length > maxWordLength) continue
        rowCounts[field].set(word, (rowCounts[field].get(word) ?? 0) + 1)
        typos[field] = null
      }
    },
    /** Returns the word of most rows; `undefined` if there is none. */
    usualWord: (field: TrackingField): string | undefined => {
      const counts = [...rowCounts[field]]
      const total = counts.reduce((sum, [, count]) => sum + count, 0)
      return counts.find(([, count]) => count > 1 && count * 2 > total)?.[0]
    },
    /** Returns a warning about a word that is probably a typo; otherwise `null`. */
    findTypo: (field: TrackingField, word: string) => {
      if (word.length > maxWordLength || rowCounts[field].size > maxSpellings) return null
      typos[field] ??= findTypos(rowCounts[field], library.tracking[trackingName(field)])
      return typos[field](word)
    },
  }
}

interface UsedWord extends Word {
  plain: string
}

function findTypos(rowCounts: ReadonlyMap<string, number>, library: readonly Word[]) {
  const linkCounts = new Map(library.map(({ value, count }) => [value, count]))
  const usedWords = [...new Set([...rowCounts.keys(), ...linkCounts.keys()])]
    .map((value): UsedWord => {
      const count = (rowCounts.get(value) ?? 0) + (linkCounts.get(value) ?? 0)
      return { value, count, plain: normalizeWord(value) }
    })
    .sort((a, b) => b.count - a.count)
  // Of words with the same normalized spelling, the first is the most used.
  const spellings = new Map<string, UsedWord>()
  for (const word of usedWords) if (!spellings.has(word.plain)) spellings.set(word.plain, word)
  const isVocabulary = rowCounts.size <= maxWords
  const findSuggestion = (word: string): Typo | null => {
    const ownCount = Math.max(1, (rowCounts.get(word) ?? 0) + (linkCounts.get(word) ?? 0))
    const plain = normalizeWord(word)
    const frequentWord = spellings.get(plain)
    const sameSpelling =
      frequentWord && frequentWord.value !== word && frequentWord.count > ownCount ? [frequentWord] : []
    // A word used in the library is never a typo.
    const frequentWords =
      isVocabulary && !linkCounts.has(word) && word.length <= maxTypoLength
        ? usedWords.slice(0, maxSuggestions)
        : []
    const candidates = frequentWords.filter(
      ({ value, count, plain: other }) =>
        value !== word && count >= minFrequencyRatio * ownCount && Math.abs(other.length - plain.length) <= 2,
    )
    const suggestion = findNearDuplicate(word, [...sameSpelling, ...candidates])
    return (
      suggestion &&
      describeTypo(
        suggestion.value,
        rowCounts.get(suggestion.value) ?? 0,
        linkCounts.get(suggestion.value) ?? 0,
      )
    )
  }
  return memoize(findSuggestion)
}

type Typo = Required<Pick<RowWarning, 'text' | 'suggestion'>>

function describeTypo(suggestion: string, rowCount: number, linkCount: number): Typo {
  const source = rowCount > 0 ? formatCount(rowCount, 'row') : formatCount(linkCount, 'link of your library')
  return { text: `Did you mean “${suggestion}”? It’s used in ${source}.`, suggestion }
}

function formatCount(count: number, noun: string): string {
  const plural = noun.replace(/^\w+/, (word) => `${word}s`)
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`
}
