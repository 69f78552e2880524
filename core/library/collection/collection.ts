import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import {
  facetColumns,
  rowKinds,
  type StoredColumn,
} from '../../../contract/app/library/columns/columnLists.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { libraryColumns } from '../../../contract/app/library/columns/columns.ts'
import { isIndexDamage } from '../../../sqlite/errors.ts'
import { invalidateIndex } from '../facts.ts'
import { addressKey, sortKey } from '../index/text.ts'
import type { Database } from '../openDatabase.ts'
import { parseTexts } from '../tags.ts'
import { getBrokenRules } from './brokenRules.ts'
import { createChanges } from './changes.ts'
import { createVisitCounts } from './visitCounts.ts'
import { formatCursor, parseCursor, buildOrder, buildSelection } from './selection.ts'
import { measureView, visitView } from './visitView.ts'
import type { ColumnKind, ColumnValues } from '../../../contract/app/library/columns/columnTypes.ts'
import { byName, namesOf } from '../../../contract/service/link/fields.ts'

/** Maximum number of links, newest first, whose values are counted, and of different values. */
const maxFacetLinks = 10_000
const maxFacetValues = 20_000

export type Collection = ReturnType<typeof createCollection>

/** The library as a collection of links. */
export function createCollection(database: Database) {
  return { ...createReading(database), ...createChanges(database), ...createVisitCounts(database) }
}

function createReading({ sql, writable, backfill }: Database) {
  const rebuildIfDamaged = (error: unknown): unknown => {
    if (isIndexDamage(error) && writable) invalidateIndex(sql, error)
    return error
  }
  const withCurrentIndex =
    <I, O>(query: (input: I) => O) =>
    (input: I): O => {
      try {
        void backfill.catchUp()
        return query(input)
      } catch (error) {
        throw rebuildIfDamaged(error)
      }
    }
  /** The same for a query that works in steps. */
  const inSteps = <I, O>(query: (input: I) => Promise<O>) =>
    withCurrentIndex((input: I) =>
      query(input).catch((error: unknown) => Promise.reject(rebuildIfDamaged(error) as Error)),
    )
  return {
    search: withCurrentIndex(({ view, after, limit, exactFirst }: ParsedInput<'library.search'>) => {
      const isTested = !view.breaksRules || testSome(sql)
      const selection = buildSelection(sql, view, parseCursor(after))
      const entries = sql
        .prepare(`SELECT entries.* ${selection.from} ${buildOrder(view, selection)} LIMIT ?`)
        .all(...selection.values, limit + 1)
      const pageRows = entries.slice(0, limit)
      const last = entries.length > limit ? pageRows.at(-1) : undefined
      const rows = pageRows.map(readRow)
      return {
        rows: exactFirst ? putFirst(findExact(sql, view.search, limit), rows).slice(0, limit) : rows,
        next: last ? formatCursor(view, last) : null,
        partial: !isTested || !backfill.isDone(),
        nextEnd: backfill.nextEnd(),
      }
    }),
    count: inSteps(async ({ view }: ParsedInput<'library.count'>) => {
      // Before the links are counted: those that are indexed meanwhile are missing.
      const isIndexed = backfill.isDone()
      const { links } = await measureView(sql, view)
      return { total: links, atLeast: !isIndexed }
    }),
    facets: inSteps(async ({ of: facet, view, prefix, limit }: ParsedInput<'library.facets'>) => {
      const isIndexed = backfill.isDone()
      const { values, isAll } = await countValues(sql, view, facet)
      const lowerPrefix = prefix.toLowerCase()
      const found = [...values]
        .filter(([value]) => value.toLowerCase().startsWith(lowerPrefix))
        .sort(([a, { count: countA }], [b, { count: countB }]) => countB - countA || (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([value, { name, count }]) => ({ value, count, ...(facet === 'profile' ? { name } : {}) }))
      return { values: found, sampled: !isAll || !isIndexed }
    }),
  }
}

/** Returns the newest links with this title or destination, apart from case, accents and `https://www.`. */
function findExact(sql: DatabaseSync, search: string, limit: number) {
  const text = search.trim()
  if (text === '') return []
  return sql
    .prepare(
      `SELECT * FROM entries WHERE (titleKey = ? OR destinationKey = ?) AND +archived = 0 ORDER BY seq DESC LIMIT ?`,
    )
    .all(sortKey(text), addressKey(text), limit)
    .map(readRow)
}

/** Returns the first rows and then those others that aren't among them. */
function putFirst<T extends { id: string }>(first: readonly T[], others: readonly T[]): T[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...others.filter(({ id }) => !ids.has(id))]
}

/** Tests some links against their rules, and the others in the background. Returns whether all were tested. */
function testSome(sql: DatabaseSync): boolean {
  const rules = getBrokenRules(sql)
  const isAll = rules.step()
  // The next search continues if it fails.
  if (!isAll) rules.finish().catch(() => undefined)
  return isAll
}

type Facet = ParsedInput<'library.facets'>['of']

/** Counts the values of the newest links in a view. `name` is the profile's name in the newest link with the value. */
async function countValues(sql: DatabaseSync, view: LibraryView, facet: Facet) {
  const column = facetColumns[facet]
  const values = new Map<string, { name: string; count: number }>()
  let links = 0
  let isAll = true
  await visitView(sql, view, ['seq', 'state', 'profileName', column], (entry) => {
    isAll = links++ < maxFacetLinks && values.size < maxFacetValues
    if (!isAll) return false
    for (const value of readValues(entry, column)) {
      const known = values.get(value)
      if (known) known.count++
      else values.set(value, { name: String(entry['profileName']), count: 1 })
    }
    return true
  })
  return { values, isAll }
}

/** Returns the values of a link in a column. */
function readValues(entry: Record<string, SQLOutputValue>, column: StoredColumn): string[] {
  const value = entry[column]
  // References (links of other services) have no environment of ours.
  if (typeof value !== 'string' || (column === 'environment' && entry['state'] === 'reference')) return []
  return libraryColumns[column].kind === 'texts' ? parseTexts(value) : [value]
}

type Row = { [N in keyof typeof rowKinds]: ColumnValues[(typeof rowKinds)[N]] }

/** Returns an entry for the window. STRICT tables have no values of other types. */
function readRow(entry: Record<string, SQLOutputValue>): Row {
  const toValue = (kind: ColumnKind, value: SQLOutputValue | undefined) => {
    if (kind === 'texts') return parseTexts(String(value))
    return kind === 'flag' ? value === 1 : value
  }
  return byName(namesOf(rowKinds), (name) => toValue(rowKinds[name], entry[name])) as unknown as Row
}
