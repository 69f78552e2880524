import type { DatabaseSync } from 'node:sqlite'
import { listColumns } from '../folder/identity.ts'
import { openFile } from '../../sqlite/file.ts'
import { isDamage, sqliteCode, sqliteCodes } from '../../sqlite/errors.ts'
import type { LinkRow } from './linkRow.ts'
import { renameNotes } from './migrations/030-run-row-words.ts'
import { requestHash } from './requestHash.ts'
import { startStep } from './step.ts'
import { insertSql } from './writing.ts'
import { runInTransaction } from '../../sqlite/transaction.ts'

/**
 * Tables with user data. The order matters: a default refers to a preset, rows of runs get the states of their links and
 * changes, and a run is added after its rows, so that an interrupted restore leaves none with part of them.
 */
export const tables = [
  'links',
  'drafts',
  'presets',
  'preset_defaults',
  'tracking_rules',
  'services',
  'removed_links',
  'checks',
  'saved_views',
  'link_changes',
  'run_rows',
  'runs',
] as const

/** The problem of a change that was pending in a backup. It has a cause, by which it isn't sent again unasked. */
export const restoredChange = { code: 'change_unknown', cause: 'run_restored' } as const

type Row = Record<string, string | number | null>

/** The columns that had another name in earlier versions, with SQL for their values. */
const formerColumns = new Map([
  ['errors', { name: 'faults', value: 'faults' }],
  ['warnings', { name: 'remarks', value: 'remarks' }],
  [
    'read_notes',
    { name: 'noted', value: `CASE WHEN json_valid(noted) THEN ${renameNotes('noted')} ELSE noted END` },
  ],
])

/** Rows read at a time: few, because each may be large. */
const readSize = 50
/** Maximum number of unreadable ranges per table. Each costs microseconds. */
const maxFailures = 20_000

/**
 * Copies all rows of another library file that `target` doesn't have, without indexing them. Reads as much as possible
 * from a damaged file. Returns the number of added links. If a migration changes the meaning of a column, handle it here.
 */
export function mergeLibrary(file: string, target: DatabaseSync): number {
  return runInTransaction(target, () => {
    let links = 0
    for (const step of mergeTables(file, target, tables)) links += step
    return links
  })
}

/**
 * Copies some tables in steps that end by time, and yields the number of links that each added. The caller provides a
 * transaction per step, and `index`, which is called for each link.
 */
export function* mergeTables(
  file: string,
  target: DatabaseSync,
  selectedTables: readonly (typeof tables)[number][],
  index: (id: string) => void = () => undefined,
): Generator<number, void> {
  const source = openFile(file, 'ro')
  let isOver = startStep()
  let links = 0
  try {
    for (const link of mergeRows(source, target, selectedTables)) {
      if (link !== null) index(link)
      if (link !== null) links++
      if (!isOver()) continue
      yield links
      isOver = startStep()
      links = 0
    }
    if (links > 0) yield links
  } finally {
    source.close()
  }
}

/**
 * A create or change that is pending in another file may have been given up or sent again since, so it is repeated only
 * when the user asks. An unfinished run may have continued since, so it stays paused.
 */
function withoutPending(table: string, row: Row): Row {
  if (row['state'] === 'pending') {
    const isChange = table === 'link_changes' || (row['change_id'] ?? null) !== null
    const problem = isChange ? restoredChange : { code: 'create_unknown' }
    return { ...row, state: 'unknown', settles_by_itself: 0, problem: JSON.stringify(problem) }
  }
  if (table !== 'runs' || row['state'] === 'done') return row
  const state = idleStates.has(row['state']) ? row['state'] : 'paused'
  return { ...row, state, problem: JSON.stringify({ code: 'run_restored' }) } as Row
}

/** A run that was removed in this session still exists, because its removal can be undone. A restore undoes it, too. */
const unremove = ' ON CONFLICT (id) DO UPDATE SET removed_at = NULL'

/** States in which a run sends nothing until the user resumes it. */
const idleStates = new Set<unknown>(['preparing', 'cancelled'])

/**
 * Returns a function that gives a row of a run the state of its link or change, which may have been resolved since the
 * other file was written. From then on, triggers keep them equal.
 */
function createFollower(target: DatabaseSync): (row: Row) => Row {
  const selectLink = target.prepare('SELECT state, link, problem FROM links WHERE id = ?')
  const selectChange = target.prepare(
    `SELECT problem, CASE state WHEN 'applied' THEN 'created' WHEN 'refused' THEN 'failed' WHEN 'conflict' THEN 'failed'
       ELSE state END AS state FROM link_changes WHERE id = ?`,
  )
  return (row) =>
    ({
      ...row,
      ...selectLink.get(row['link_id'] ?? null),
      ...selectChange.get(row['change_id'] ?? null),
    }) as Row
}

/** Copies some tables and yields the id of each added link; `null` for every other row. */
function* mergeRows(source: DatabaseSync, target: DatabaseSync, selectedTables: readonly string[]) {
  for (const table of selectedTables)
    for (const added of mergeTable(source, target, table)) yield table === 'links' ? added : null
}

/** Copies a table and yields the id of each added row; `null` for one that exists or isn't copied. */
function* mergeTable(
  source: DatabaseSync,
  target: DatabaseSync,
  table: string,
): Generator<string | null, void> {
  const shared = sharedColumns(source, target, table)
  if (shared.length === 0) return
  const sharedNames = shared.map(({ name }) => name)
  const columns = table === 'links' ? [...sharedNames, 'request_hash'] : sharedNames
  const insert = target.prepare(
    insertSql(table, columns, 'INSERT OR IGNORE') + (table === 'runs' ? unremove : ''),
  )
  const add = (row: Row) => {
    const stored = table === 'links' ? { ...row, request_hash: requestHash(row as unknown as LinkRow) } : row
    return Number(insert.run(...columns.map((column) => stored[column] ?? null)).changes)
  }
  const follow = table === 'run_rows' ? createFollower(target) : (row: Row) => row
  for (const rows of readableRows(source, table, shared)) {
    for (const row of rows) {
      const isKept = table !== 'runs' || row['removed_at'] === null
      const isAdded = isKept && addRow(follow(withoutPending(table, row)), add) > 0
      yield isAdded ? String(row['id']) : null
    }
  }
}

/** Adds a row, unless the table doesn't accept it. */
function addRow(row: Row, add: (row: Row) => number): number {
  try {
    return add(row)
  } catch (error) {
    if (!isRejectedRow(error)) throw error
    return 0
  }
}

/** Whether the row is invalid, for example its JSON, and not the library. */
export function isRejectedRow(error: unknown): boolean {
  const codes: (number | null)[] = [sqliteCodes.error, sqliteCodes.constraint, sqliteCodes.mismatch]
  return codes.includes(sqliteCode(error))
}

/** A column of the target, with SQL for its value in the source. */
interface SharedColumn {
  name: string
  value: string
}

function sharedColumns(source: DatabaseSync, target: DatabaseSync, table: string): SharedColumn[] {
  try {
    if (!isTable(source, table)) return []
    const sourceColumns = listColumns(source, table)
    return listColumns(target, table).flatMap((name) => {
      // Hashes are computed here, because the file may be damaged.
      if (name === 'request_hash') return []
      const column = sourceColumns.includes(name) ? { name, value: name } : formerColumns.get(name)
      return column && sourceColumns.includes(column.name) ? { name, value: column.value } : []
    })
  } catch (error) {
    if (!isDamage(error)) throw error
    return []
  }
}

/** A view with this name could run forever. */
function isTable(sql: DatabaseSync, name: string): boolean {
  const row = sql.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name)
  return row !== undefined
}

/**
 * Yields the rows of a table by ascending rowid, in batches. Halves the range around an unreadable page until
 * only that page is skipped.
 */
function* readableRows(sql: DatabaseSync, table: string, columns: readonly SharedColumn[]): Generator<Row[]> {
  const values = columns.map(({ name, value }) => `${value} AS ${name}`)
  const query = sql.prepare(
    `SELECT rowid AS rowid_, ${values.join(', ')} FROM ${table} NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ${readSize}`,
  )
  const ranges: [first: number, last: number][] = [[1, 2 ** 40]]
  for (let failures = 0, range = ranges.pop(); range && failures < maxFailures; range = ranges.pop()) {
    const [first, last] = range
    try {
      const rows = query.all(first, last) as (Row & { rowid_: number })[]
      yield rows
      const end = rows.at(-1)?.rowid_
      if (end !== undefined && rows.length === readSize && end < last) ranges.push([end + 1, last])
    } catch (error) {
      if (!isDamage(error)) throw error
      failures++
      const middle = Math.floor((first + last) / 2)
      if (first < last) ranges.push([middle + 1, last], [first, middle])
    }
  }
}
