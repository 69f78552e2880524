import type { Word, Words } from '../../../contract/calls/suggestions.ts'
import { byName, fieldsOf, trackingName } from '../../../contract/link/fields.ts'
import type { FieldOf } from '../../../contract/link/fields.ts'
import { nearDuplicate, plainWord } from '../../../contract/nearDuplicate.ts'

type Field = FieldOf<'tracking'>
const fields = fieldsOf('tracking')

/** The tracking words of a run and of the library, and which of them are probably slips. */
export interface Vocabulary {
  /** Counts those of a row. */
  add: (words: Partial<Record<Field, string | undefined>>) => void
  /** What is to be said of a word, as a sentence; `null` for one that is nobody's slip. */
  remark: (field: Field, word: string) => string | null
}

/** A column with more different words than these has names or numbers, of which slips cannot be told. */
const mostWords = 300
/** Of as many, the most used, a word can be a slip of a letter, if it is no longer than this. */
const [mostMeant, longestSlip] = [50, 40]
/** With more different words than these, or longer ones, nobody means a vocabulary. */
const [mostSpellings, longestWord] = [5_000, 255]
/** A word is a slip of a letter only where the other one is used so many times as often. */
const timesAsOften = 3

export function createVocabulary(library: Words): Vocabulary {
  const rows = byName(fields, () => new Map<string, number>())
  const slips = byName(fields, () => null as ReturnType<typeof slipsIn> | null)
  return {
    add: (words) => {
      for (const field of fields) {
        const word = words[field]
        if (word === undefined || word.length > longestWord) continue
        rows[field].set(word, (rows[field].get(word) ?? 0) + 1)
        slips[field] = null
      }
    },
    remark: (field, word) => {
      if (word.length > longestWord || rows[field].size > mostSpellings) return null
      slips[field] ??= slipsIn(rows[field], library.tracking[trackingName(field)])
      return slips[field](word)
    },
  }
}

interface Used extends Word {
  plain: string
}

function slipsIn(rows: ReadonlyMap<string, number>, library: readonly Word[]) {
  const links = new Map(library.map(({ value, count }) => [value, count]))
  const used = [...new Set([...rows.keys(), ...links.keys()])]
    .map((value): Used => {
      const count = (rows.get(value) ?? 0) + (links.get(value) ?? 0)
      return { value, count, plain: plainWord(value) }
    })
    .sort((a, b) => b.count - a.count)
  // The first of each is the one that is used most.
  const spellings = new Map<string, Used>()
  for (const word of used) if (!spellings.has(word.plain)) spellings.set(word.plain, word)
  const isVocabulary = rows.size <= mostWords
  const known = new Map<string, string | null>()
  const meant = (word: string): string | null => {
    const own = Math.max(1, (rows.get(word) ?? 0) + (links.get(word) ?? 0))
    const plain = plainWord(word)
    const usual = spellings.get(plain)
    const otherwise = usual && usual.value !== word && usual.count > own ? [usual] : []
    // A word that the library has is no slip of a letter.
    const near =
      isVocabulary && !links.has(word) && word.length <= longestSlip ? used.slice(0, mostMeant) : []
    const candidates = near.filter(
      ({ value, count, plain: other }) =>
        value !== word && count >= timesAsOften * own && Math.abs(other.length - plain.length) <= 2,
    )
    const found = nearDuplicate(word, [...otherwise, ...candidates])
    return found && sentenceOf(found.value, rows.get(found.value) ?? 0, links.get(found.value) ?? 0)
  }
  return (word: string): string | null => {
    const kept = known.get(word)
    if (kept !== undefined) return kept
    const remark = meant(word)
    known.set(word, remark)
    return remark
  }
}

function sentenceOf(word: string, rows: number, links: number): string {
  const where = rows > 0 ? counted(rows, 'row') : counted(links, 'link of your library')
  return `Did you mean “${word}”? It stands in ${where}.`
}

function counted(count: number, noun: string): string {
  const plural = noun.replace(/^\w+/, (word) => `${word}s`)
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
}
