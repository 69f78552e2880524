import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { listFilters, type SortName } from '../../../contract/app/library/columns/columnLists.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { sortKeys } from '../index/tables.ts'
import { brokenRulesCondition } from './brokenRules.ts'
import { buildMatch } from './searchExpression.ts'
import { tryParseJson } from '../../../contract/app/text/tryParseJson.ts'
import { dayMs, toUtcDay } from '../../../contract/app/text/utcDay.ts'

/** The source and order of a view's links, as parts of a SQL statement with their values. */
export interface Selection {
  /** SQL that starts with `FROM` and includes the table `entries`. */
  from: string
  values: SQLInputValue[]
}

/** Values of `entries.seq` per millisecond. */
const sequencePerMs = 1_024

type Condition = [sql: string, ...values: SQLInputValue[]]

/** Returns the selection of a view's links after a cursor. */
export function buildSelection(sql: DatabaseSync, view: LibraryView, after?: Cursor): Selection {
  // Scanning an index is faster than an FTS5 match of every link, and most views show all links that aren't archived.
  const match = isPlain(view) ? null : buildMatch(sql, view)
  const seq = match === null ? 'entries.seq' : 'words.rowid'
  const conditions: Condition[] = [
    ...(match === null ? archivedCondition(view) : [['words MATCH ?', match] satisfies Condition]),
    ...dayConditions(view, seq),
    ...visitConditions(view),
    ...(view.breaksRules ? [[brokenRulesCondition] satisfies Condition] : []),
    ...(after ? [afterCursor(view.sort, seq, after)] : []),
  ]
  const tables = match === null ? 'entries' : 'words CROSS JOIN entries ON entries.seq = words.rowid'
  const where = conditions.map(([condition]) => condition).join(' AND ')
  return {
    from: `FROM ${tables}${where === '' ? '' : ` WHERE ${where}`}`,
    values: conditions.flatMap(([, ...values]) => values),
  }
}

function archivedCondition({ archived, sort }: LibraryView): Condition[] {
  if (archived === 'all') return []
  // The `+` keeps SQLite from using the index on `archived` instead of the index of the sort order.
  const column = sortKeys[sort] === null ? 'entries.archived' : '+entries.archived'
  return [[`${column} = ?`, archived === 'only' ? 1 : 0]]
}

/** A count from before the day doesn't tell whether the link was opened since. */
function visitConditions({ notOpenedSince }: LibraryView): Condition[] {
  if (notOpenedSince === undefined) return []
  const isKnown = 'entries.visits IS NOT NULL AND entries.visitsAt >= ?'
  return [[`${isKnown} AND coalesce(entries.lastVisit, '') < ?`, notOpenedSince, notOpenedSince]]
}

/**
 * Days on which links were added are ranges of `seq`, which encodes that time. Days of creation are ranges of a sort
 * key.
 */
function dayConditions({ from, to, createdFrom, createdTo }: LibraryView, seq: string): Condition[] {
  const days: Condition[] = []
  if (from !== undefined) days.push([`${seq} >= ?`, Date.parse(from) * sequencePerMs])
  if (to !== undefined) days.push([`${seq} < ?`, (Date.parse(to) + dayMs) * sequencePerMs])
  if (createdFrom !== undefined) days.push([`entries.createdOldestKey >= ?`, createdFrom])
  if (createdTo !== undefined)
    days.push([`entries.createdOldestKey < ?`, toUtcDay(Date.parse(createdTo) + dayMs)])
  // Excludes unknown times, whose key sorts after every day.
  if (createdFrom !== undefined && createdTo === undefined) days.push([`entries.createdOldestKey < ?`, '~'])
  return days
}

/** Whether a view filters only by archived or not, and by days. */
function isPlain({ search, tags, ...view }: LibraryView): boolean {
  const lists = [view.states, view.checks, ...listFilters.map((name) => view[name]), ...Object.values(tags)]
  const single = [view.profileId, view.environment, view.starred, view.run]
  return (
    search.trim() === '' &&
    lists.every(({ length }) => length === 0) &&
    single.every((value) => value === undefined)
  )
}

/** Returns the ORDER BY clause of a view. */
export function buildOrder({ sort }: LibraryView, { from }: Selection): string {
  const seq = from.includes(' words ') ? 'words.rowid' : 'entries.seq'
  const column = sortKeys[sort]
  if (column === null) return `ORDER BY ${seq} ${sort === 'oldest' ? 'ASC' : 'DESC'}`
  return `ORDER BY entries.${column} ASC, entries.seq DESC`
}

const cursorShape = z.tuple([z.int(), z.string()])

/** The position of a row in its view. */
export interface Cursor {
  seq: number
  key: string
}

export function formatCursor({ sort }: LibraryView, row: Record<string, unknown>): string {
  const column = sortKeys[sort]
  return JSON.stringify([row['seq'], column === null ? '' : row[column]])
}

/** Parses a cursor. Returns `undefined`, which is the start, if there is none or it is invalid. */
export function parseCursor(text: string | undefined): Cursor | undefined {
  const parsed = cursorShape.safeParse(tryParseJson(text ?? '')).data
  return parsed && { seq: parsed[0], key: parsed[1] }
}

function afterCursor(sort: SortName, seq: string, cursor: Cursor): Condition {
  const column = sortKeys[sort]
  if (column === null) return [`${seq} ${sort === 'oldest' ? '>' : '<'} ?`, cursor.seq]
  const key = `entries.${column}`
  return [`(${key} > ? OR (${key} = ? AND entries.seq < ?))`, cursor.key, cursor.key, cursor.seq]
}
