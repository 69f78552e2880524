import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { LibraryView, SortName } from '../../../contract/library/view.ts'
import { buildMatch } from './searchExpression.ts'

/** Where links of a view come from, and in which order: parts of a statement, with their values. */
export interface Selection {
  /** From `FROM` on, with `entries` among the tables. */
  from: string
  values: SQLInputValue[]
}

const dayMs = 24 * 60 * 60 * 1_000
/** As `entries.seq` counts. */
const sequencePerMs = 1_024

/** The columns that a view can be sorted by; the others go by time alone. */
const sortColumns: Record<SortName, string | null> = {
  newest: null,
  oldest: null,
  title: 'title_key',
  campaign: 'campaign_key',
  source: 'source_key',
  destination: 'destination_key',
  checked: 'checked_at',
}

type Condition = [sql: string, ...values: SQLInputValue[]]

/** The links of a view. Those up to a cursor are left out. */
export function buildSelection(sql: DatabaseSync, view: LibraryView, after?: Cursor): Selection {
  // To follow an index is quicker than a match with every link, and most views are of all that is not archived.
  const match = isPlain(view) ? null : buildMatch(sql, view)
  const seq = match === null ? 'entries.seq' : 'words.rowid'
  const conditions: Condition[] = [
    ...(match === null ? archivedCondition(view) : [['words MATCH ?', match] satisfies Condition]),
    ...dayConditions(view, seq),
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
  // The sign keeps SQLite from taking the index of what is archived where that of the order is the one to follow.
  const column = sortColumns[sort] === null ? 'entries.archived' : '+entries.archived'
  return [[`${column} = ?`, archived === 'only' ? 1 : 0]]
}

/** Days are ranges of `seq`, which begins with the time. */
function dayConditions({ from, to }: LibraryView, seq: string): Condition[] {
  const days: Condition[] = []
  if (from !== undefined) days.push([`${seq} >= ?`, Date.parse(from) * sequencePerMs])
  if (to !== undefined) days.push([`${seq} < ?`, (Date.parse(to) + dayMs) * sequencePerMs])
  return days
}

/** A view that asks for nothing but whether a link is archived. */
function isPlain({ search, tags, ...view }: LibraryView): boolean {
  const { states, checks, campaign, source, medium, domain } = view
  const lists = [states, checks, campaign, source, medium, domain, ...Object.values(tags)]
  const single = [view.profileId, view.environment, view.starred, view.run]
  return (
    search.trim() === '' &&
    lists.every(({ length }) => length === 0) &&
    single.every((value) => value === undefined)
  )
}

/** The order of a view. */
export function buildOrder({ sort }: LibraryView, { from }: Selection): string {
  const seq = from.includes(' words ') ? 'words.rowid' : 'entries.seq'
  const column = sortColumns[sort]
  if (column === null) return `ORDER BY ${seq} ${sort === 'oldest' ? 'ASC' : 'DESC'}`
  return `ORDER BY entries.${column} ASC, entries.seq DESC`
}

/** The place of a row in the order of its view. */
export interface Cursor {
  seq: number
  key: string
}

export function formatCursor({ sort }: LibraryView, row: Record<string, unknown>): string {
  const column = sortColumns[sort]
  return JSON.stringify([row['seq'], column === null ? '' : row[column]])
}

/** Reads a cursor; `null` for anything that is none. */
export function parseCursor(text: string): Cursor | null {
  try {
    const read: unknown = JSON.parse(text)
    if (!Array.isArray(read)) return null
    const [seq, key] = read as unknown[]
    return Number.isSafeInteger(seq) && typeof key === 'string' ? { seq: seq as number, key } : null
  } catch {
    return null
  }
}

function afterCursor(sort: SortName, seq: string, cursor: Cursor): Condition {
  const column = sortColumns[sort]
  if (column === null) return [`${seq} ${sort === 'oldest' ? '>' : '<'} ?`, cursor.seq]
  const key = `entries.${column}`
  return [`(${key} > ? OR (${key} = ? AND entries.seq < ?))`, cursor.key, cursor.key, cursor.seq]
}
