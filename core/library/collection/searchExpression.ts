import type { DatabaseSync } from 'node:sqlite'
import { decodeText } from '../../../contract/service/address/decodeText.ts'
import { listFilters } from '../../../contract/app/library/columns/columnLists.ts'
import { parseQuery, type QueryState, type QueryTerm } from '../../../contract/app/library/query.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { mark, type MarkKind } from '../index/marks.ts'
import { wordColumns, type WordColumn } from '../index/tables.ts'
import { hasWords, toSearchText } from '../index/text.ts'

/**
 * Maximum number of library words that a search word expands to (those that contain it further on), and maximum number of
 * search words expanded. A thousand take 20 ms.
 */
const maxContainingWords = 1_000
const maxExpandedTerms = 20

/**
 * Columns of addresses and data. One or two characters match only whole words in them: nearly every generated path and
 * article number has a word that starts with “1”.
 */
const generatedColumns = ['destination', 'domain', 'path', 'data'] satisfies WordColumn[]
const generated: ReadonlySet<WordColumn> = new Set(generatedColumns)
const writtenColumns = wordColumns.filter(
  (column) => column !== 'marks' && column !== 'link' && !generated.has(column),
)

/**
 * Returns a view as an FTS5 expression (https://sqlite.org/fts5.html#full_text_query_syntax); `null` if it
 * has no conditions. All texts are quoted, so typed text is never syntax.
 */
export function buildMatch(sql: DatabaseSync, view: LibraryView): string | null {
  const terms = parseQuery(view.search)
  const conditions = [...buildFilters(view), ...buildSearch(sql, terms, false)]
  const unwanted = [...excludedTerms(view, terms), ...buildSearch(sql, terms, true)]
  if (conditions.length + unwanted.length === 0) return null
  const all = conditions.length > 0 ? conditions : [markExpression(mark('all'))]
  const positive = all.map((part) => `(${part})`).join(' AND ')
  return unwanted.length === 0
    ? positive
    : `(${positive}) NOT (${unwanted.map((part) => `(${part})`).join(' OR ')})`
}

function buildFilters(view: LibraryView): string[] {
  const anyOf = (kind: MarkKind, values: readonly (string | undefined)[]) => {
    const tokens = values.flatMap((value) => (value === undefined ? [] : [mark(kind, value)]))
    return tokens.length === 0 ? [] : [markExpression(...tokens)]
  }
  return [
    ...anyOf('profile', [view.profileId]),
    ...anyOf('environment', [view.environment]),
    ...anyOf('run', [view.run]),
    ...anyOf('state', view.states),
    ...anyOf('check', view.checks),
    ...anyOf('tag', view.tags.any),
    ...view.tags.all.flatMap((tag) => anyOf('tag', [tag])),
    ...listFilters.flatMap((name) => (name === 'parameter' ? [] : anyOf(name, view[name]))),
    ...Object.values(groupByName(view.parameter)).flatMap((values = []) => anyOf('parameter', values)),
    ...(view.starred ? [markExpression(mark('starred'))] : []),
    ...(view.archived === 'only' ? [markExpression(mark('archived'))] : []),
  ]
}

/** Each parameter is a filter of its own. */
const groupByName = (values: readonly string[]) =>
  Object.groupBy(values, (value) => value.split('=', 1)[0] ?? '')

/** Archived links are excluded unless the search itself mentions them. */
function excludedTerms(view: LibraryView, terms: readonly QueryTerm[]): string[] {
  const mentionsArchived = terms.some((term) => 'is' in term && term.is === 'archived')
  return [
    ...view.tags.none.map((tag) => markExpression(mark('tag', tag))),
    ...(view.archived === 'no' && !mentionsArchived ? [markExpression(mark('archived'))] : []),
  ]
}

function buildSearch(sql: DatabaseSync, terms: readonly QueryTerm[], negated: boolean): string[] {
  return terms.flatMap((term, index) => {
    if (term.negated !== negated) return []
    if ('is' in term) return [markExpression(stateMark(term.is))]
    const text = toSearchText(decodeText(term.text))
    if (!hasWords(text)) return []
    const expands = !term.phrase && index < maxExpandedTerms
    const alternatives = negated
      ? [quotePhrase(text)]
      : ((expands ? findWordsWith(sql, text) : null) ?? [quotePhrase(text, term.open)])
    if (term.column !== null) return [inColumns([term.column], alternatives)]
    if (isShort(text)) {
      return [
        `${inColumns(writtenColumns, alternatives)} OR ${inColumns(generatedColumns, [quotePhrase(text)])}`,
      ]
    }
    // A number alone doesn't match the link itself, because all links of a service share its host.
    const link: WordColumn[] = isNumber(text) ? [] : ['link']
    return [inColumns([...writtenColumns, ...generatedColumns, ...link], alternatives)]
  })
}

function inColumns(columns: readonly WordColumn[], alternatives: readonly string[]): string {
  return `{${columns.join(' ')}} : (${alternatives.join(' OR ')})`
}

function isShort(text: string): boolean {
  return searchWords(text).join('').length < 3
}

function isNumber(text: string): boolean {
  const [word = '', ...others] = searchWords(text)
  return others.length === 0 && /^\p{N}+$/u.test(word)
}

function searchWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function stateMark(state: QueryState): string {
  switch (state) {
    case 'starred':
    case 'archived':
    case 'added':
    case 'damaged':
      return mark(state)
    case 'changed':
    case 'inactive':
    case 'gone':
      return mark('check', state)
    case 'production':
    case 'development':
      return mark('environment', state)
    default:
      return mark('state', state)
  }
}

/**
 * Returns expressions for the words that begin with a text, and for the newest words of the library that contain it;
 * `null` if it isn't part of one word. Trigrams need at least three characters.
 */
function findWordsWith(sql: DatabaseSync, text: string): string[] | null {
  const [part = '', ...others] = searchWords(text.toLowerCase())
  if (part.length < 3 || others.length > 0) return null
  const containing = sql
    .prepare(
      `SELECT term FROM inside WHERE inside MATCH ?1 AND term NOT LIKE ?2 || '%' ORDER BY rowid DESC LIMIT ?3`,
    )
    .all(quotePhrase(part), part, maxContainingWords)
  return [quotePhrase(text, true), ...containing.map(({ term }) => quotePhrase(String(term)))]
}

function markExpression(...tokens: string[]): string {
  return `marks : (${tokens.map((token) => quotePhrase(token)).join(' OR ')})`
}

/** Quotes a text for FTS5. A NUL would end the expression. An open phrase also finds words that only begin with its last. */
function quotePhrase(text: string, isOpen = false): string {
  return `"${text.replaceAll('"', ' ').replaceAll('\0', ' ')}"${isOpen ? ' *' : ''}`
}
