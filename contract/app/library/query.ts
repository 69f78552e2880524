import { namesOf } from '../../service/link/fields.ts'
import { queryFields, type QueryColumn, type QueryPrefix } from './columns/columnLists.ts'

/** The values of `is:`. */
export const queryStates = [
  'starred',
  'archived',
  'added',
  'damaged',
  'created',
  'failed',
  'unknown',
  'pending',
  'reference',
  'changed',
  'inactive',
  'gone',
  'production',
  'development',
] as const
export type QueryState = (typeof queryStates)[number]

export type QueryTerm = { negated: boolean } & (
  | { is: QueryState }
  /** `phrase`: the text was quoted. `open`: the word is still being typed, so a prefix matches. */
  | { text: string; column: QueryColumn | null; phrase: boolean; open: boolean }
)

const quotes = '"“”„«»'

/**
 * Parses a search: words, "phrases", `field:value`, `is:starred`, and `-` for exclusion. Accepts any text;
 * unknown fields are plain words. Linear time.
 */
export function parseQuery(search: string): QueryTerm[] {
  const terms: QueryTerm[] = []
  for (let position = 0; position < search.length;) {
    if (isWhitespace(search, position)) {
      position++
      continue
    }
    const read = readTerm(search, position)
    if (read.term) terms.push(read.term)
    position = read.end
  }
  return terms
}

function readTerm(search: string, start: number): { term: QueryTerm | null; end: number } {
  const negated = search[start] === '-'
  const afterSign = negated ? start + 1 : start
  const { name, at: position } = readName(search, afterSign)
  const { text, phrase, end } = readValue(search, position)
  const open = !phrase && end === search.length
  if (name === 'is' && !phrase) {
    const state = queryStates.find((known) => known === text.toLowerCase())
    if (state) return { term: { negated, is: state }, end }
    // Incomplete or unknown states are searched as text.
    const termText = search.slice(afterSign, end)
    return { term: text === '' ? null : { negated, text: termText, column: null, phrase, open }, end }
  }
  const column = name === null || name === 'is' ? null : queryFields[name]
  return { term: text === '' ? null : { negated, text, column, phrase, open }, end }
}

type Name = QueryPrefix | 'is'
const names: readonly Name[] = [...namesOf(queryFields), 'is']
const maxNameLength = Math.max(...names.map((name) => name.length))

/** Returns a known prefix, and the offset after its colon. */
function readName(search: string, start: number): { name: Name | null; at: number } {
  const colon = search.slice(start, start + maxNameLength + 1).indexOf(':')
  const prefix = search.slice(start, start + Math.max(colon, 0)).toLowerCase()
  const name = names.find((known) => known === prefix) ?? null
  return { name, at: name === null ? start : start + colon + 1 }
}

function readValue(search: string, start: number): { text: string; phrase: boolean; end: number } {
  if (start < search.length && quotes.includes(search.charAt(start))) {
    let end = start + 1
    while (end < search.length && !quotes.includes(search.charAt(end))) end++
    return { text: search.slice(start + 1, end), phrase: true, end: Math.min(end + 1, search.length) }
  }
  let end = start
  while (end < search.length && !isWhitespace(search, end)) end++
  return { text: search.slice(start, end), phrase: false, end: Math.max(end, start) }
}

function isWhitespace(text: string, position: number): boolean {
  return /\s/u.test(text.charAt(position))
}
