import type { ParsedInput, CallOutput } from '../../../contract/calls.ts'
import { facetColumns, rowKinds } from '../../../contract/library/columnLists.ts'
import type { StoredColumn } from '../../../contract/library/columnLists.ts'
import { libraryColumns } from '../../../contract/library/columns.ts'
import { isIndexDamage } from '../../../sqlite/errors.ts'
import { invalidateIndex } from '../facts.ts'
import type { Database } from '../openDatabase.ts'
import { createRowReader } from '../rowReader.ts'
import { createChanges } from './changes.ts'
import type { Changes } from './changes.ts'
import { formatCursor, parseCursor, buildOrder, buildSelection } from './selection.ts'

type Query<N extends 'library.search' | 'library.count' | 'library.facets'> = (
  input: ParsedInput<N>,
) => CallOutput<N>

/** The library as a collection of links. */
export interface Collection extends Changes {
  search: Query<'library.search'>
  count: Query<'library.count'>
  facets: Query<'library.facets'>
}

/** Maximum count unless an exact one is requested. */
const maxQuickCount = 1_000
/** Maximum number of links, newest first, whose values are counted. */
const maxFacetLinks = 10_000
const maxFacetValues = 20_000

const readRow = createRowReader(rowKinds)
const readFacetRow = createRowReader({ value: 'text', name: 'text', count: 'integer' })

export function createCollection(database: Database): Collection {
  return { ...createReading(database), ...createChanges(database) }
}

function createReading({ sql, writable, backfill }: Database): Omit<Collection, keyof Changes> {
  const withCurrentIndex =
    <I, O>(query: (input: I) => O) =>
    (input: I): O => {
      try {
        backfill.catchUp()
        return query(input)
      } catch (error) {
        if (isIndexDamage(error) && writable) invalidateIndex(sql, error)
        throw error
      }
    }
  return {
    search: withCurrentIndex(({ view, after, limit }) => {
      const cursor = after === undefined ? undefined : (parseCursor(after) ?? undefined)
      const selection = buildSelection(sql, view, cursor)
      const entries = sql
        .prepare(`SELECT entries.* ${selection.from} ${buildOrder(view, selection)} LIMIT ?`)
        .all(...selection.values, limit + 1)
      const pageRows = entries.slice(0, limit)
      const last = entries.length > limit ? pageRows.at(-1) : undefined
      return {
        rows: pageRows.map(readRow),
        next: last ? formatCursor(view, last) : null,
        partial: !backfill.isDone(),
        nextEnd: backfill.nextEnd(),
      }
    }),
    count: withCurrentIndex(({ view, exact }) => {
      const { from, values } = buildSelection(sql, view)
      const limit = exact ? -1 : maxQuickCount + 1
      const row = sql
        .prepare(`SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ?)`)
        .get(...values, limit)
      const total = Number(row?.['total'])
      return exact || total <= maxQuickCount
        ? { total, atLeast: !backfill.isDone() }
        : { total: maxQuickCount, atLeast: true }
    }),
    facets: withCurrentIndex(({ of: facet, view, prefix, limit }) => {
      const selection = buildSelection(sql, { ...view, sort: 'newest' })
      const selectNewest = `SELECT entries.* ${selection.from} ${buildOrder({ ...view, sort: 'newest' }, selection)} LIMIT ?`
      const value = facetValue(facetColumns[facet])
      const facetRows = sql
        .prepare(
          `SELECT value, name, max(seq), count(*) AS count
           FROM (SELECT ${value.expression} AS value, profileName AS name, seq FROM (${selectNewest}) AS entry${value.from})
           WHERE value IS NOT NULL GROUP BY value ORDER BY count DESC, value LIMIT ?`,
        )
        .all(...selection.values, maxFacetLinks, maxFacetValues)
        .map(readFacetRow)
      const lowerPrefix = prefix.toLowerCase()
      const values = facetRows
        .filter(({ value }) => value.toLowerCase().startsWith(lowerPrefix))
        .slice(0, limit)
        .map(({ value, name, count }) => ({ value, count, ...(facet === 'profile' ? { name } : {}) }))
      const total = sql
        .prepare(`SELECT count(*) AS total FROM (${selectNewest})`)
        .get(...selection.values, maxFacetLinks + 1)
      return { values, sampled: Number(total?.['total']) > maxFacetLinks || !backfill.isDone() }
    }),
  }
}

/** Returns the SQL for a column's values, one per row, and the SQL to append to `FROM`. */
function facetValue(column: StoredColumn): { expression: string; from: string } {
  // References (links of other services) have no environment of ours.
  if (column === 'environment')
    return { expression: `CASE WHEN state <> 'reference' THEN environment END`, from: '' }
  if (libraryColumns[column].kind !== 'texts') return { expression: column, from: '' }
  return { expression: 'part.value', from: `, json_each(entry.${column}) AS part` }
}
