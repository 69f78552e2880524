import type { DatabaseSync } from 'node:sqlite'
import { listAddresses } from '../../../contract/app/values/addressTracking.ts'
import { channelOfRequest } from '../../../contract/app/channels/address.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import { problem } from '../../../contract/app/problems/problem.ts'
import type { RowWarning, RunRow } from '../../../contract/app/runs/run.ts'
import { fieldText } from '../index/entry.ts'
import { parseJson, toRecord } from '../linkRow.ts'
import { startStep } from '../step.ts'
import { selectLinks, selectRows, tableColumns, type TableQuery, type TableRow } from '../tableRows.ts'
import { createEqualRows } from './equalLinks.ts'
import { readCellsChangedByRules } from './readNotes.ts'

/** A row of a run as stored. `read_notes` is parsed by `parseReadNotes`. */
export type StoredRow = TableRow<typeof tableColumns.run_rows>

/** Prepares a query for complete rows of runs. `clauses` starts after the table's name. */
export function selectStoredRows(sql: DatabaseSync, clauses: string): TableQuery<StoredRow> {
  return selectRows(sql, tableColumns.run_rows, `FROM run_rows ${clauses}`)
}

/** SQL for unsent rows, which can be changed. */
export const isEditable = `state IN ('ready', 'faulty', 'skipped', 'existing')`

/** Prepares a query for columns of a run's rows, in order. Its values are the run and a row number before the first. */
export function selectRunRows<N extends keyof StoredRow>(
  sql: DatabaseSync,
  columns: readonly N[],
  condition = 'TRUE',
): TableQuery<Pick<StoredRow, N>> {
  return sql.prepare(
    `SELECT ${columns.join(', ')} FROM run_rows WHERE run = ? AND number > ? AND ${condition} ORDER BY number`,
  ) as unknown as TableQuery<Pick<StoredRow, N>>
}

/** Prepares a query for the content of an unsent row. Its values are the run and the row number. */
export function selectContent(
  sql: DatabaseSync,
): TableQuery<Pick<StoredRow, 'number' | 'cells' | 'read_notes' | 'state'>> {
  const clauses = `FROM run_rows WHERE run = ? AND number = ? AND ${isEditable}`
  return selectRows(sql, pick(tableColumns.run_rows, ['number', 'cells', 'read_notes', 'state']), clauses)
}

/** Maximum UTF-16 units of rows read per step. A single row can have more. */
const maxBatchLength = 4_000_000

/**
 * Reads the rows that fit in one step, at least one. `next` is the last row number if more may follow. The query is
 * closed when this returns, so that rows can be written.
 */
export function readRows<R extends Pick<StoredRow, 'number' | 'cells'> & Partial<StoredRow>>(
  rows: Iterable<R>,
  limit: number,
  maxLength = maxBatchLength,
): { rows: R[]; next: number | null } {
  const batch: R[] = []
  let length = 0
  for (const row of rows) {
    if (batch.length >= limit || length > maxLength)
      return { rows: batch, next: batch.at(-1)?.number ?? null }
    batch.push(row)
    length += row.cells.length + (row.request?.length ?? 0)
  }
  return { rows: batch, next: null }
}

/** Rows and UTF-16 units read at a time by `visitRows`. */
const maxVisitedRows = 100
export const maxVisitedLength = 1_000_000

/**
 * Visits a run's rows after a row number until the time of a step is up, or until `visit` returns false. Returns the last
 * row number if more may follow. Rows can be written meanwhile.
 */
export function visitRows<R extends Pick<StoredRow, 'number' | 'cells'> & Partial<StoredRow>>(
  query: TableQuery<R>,
  run: string,
  after: number,
  visit: (row: R) => unknown,
): number | null {
  const isOver = startStep()
  for (let last = after; ;) {
    const { rows, next } = readRows(query.iterate(run, last), maxVisitedRows, maxVisitedLength)
    for (const row of rows) {
      const isStopped = visit(row) === false
      last = row.number
      const isLast = next === null && row === rows.at(-1)
      if (!isLast && (isStopped || isOver())) return last
    }
    if (next === null) return null
  }
}

/** Warning stored for a row whose link an earlier row creates. `createRowReader` adds the row number. */
export const duplicateWarning: RowWarning = { column: null, text: 'An earlier row makes the same link.' }

/** Error stored for a row whose path an earlier row has. `createRowReader` adds the row's number. */
export const repeatedPath = 'An earlier row has the same path.'

/** Returns the cells of a row; none if they are damaged. */
export function parseCells(row: Pick<StoredRow, 'cells'>): string[] {
  const cells = parseJson(row.cells)
  return Array.isArray(cells) ? cells.map(String) : []
}

/** Returns stored errors or warnings; none if they are damaged. */
export function parseWarnings(text: string): RowWarning[] {
  const warnings = parseJson(text)
  return Array.isArray(warnings) ? (warnings as RowWarning[]) : []
}

/** Returns a function that returns a row in the format of the window. A problem that this version doesn't know is left out. */
export function createRowReader(sql: DatabaseSync): (row: StoredRow) => RunRow {
  const [sameLink, samePath] = [createEqualRows(sql, 'request_hash'), createEqualRows(sql, 'own_path')]
  const selectTarget = selectLinks(sql, 'WHERE id = ?')
  // The row number is added on reading, because it changes when earlier rows change.
  const withNumber = (message: RowWarning, row: StoredRow): RowWarning => {
    const isLink = message.text === duplicateWarning.text
    if (!isLink && message.text !== repeatedPath) return message
    const first = (isLink ? sameLink : samePath).findEarlier(row)
    const what = isLink ? 'makes the same link' : 'has the same path'
    return first ? { ...message, text: `Row ${first.number} ${what}.` } : message
  }
  const readTarget = ({ target: id, fields }: StoredRow) => {
    const target = id === null ? undefined : selectTarget.get(id)
    const record = target && toRecord(target)
    return {
      ...(record && { title: fieldText(record, 'title') }),
      fields: (parseJson(fields) ?? {}) as RunRow['fields'],
      ...(record && { linkId: record.id, link: record.link ?? record.path }),
      ...(record?.request && { address: listAddresses(record.request)[0] ?? null }),
    }
  }
  return (row) => {
    const cells = parseCells(row)
    const earlier = row.state === 'existing' && row.link === null ? sameLink.findEarlier(row) : null
    return {
      number: row.number,
      cells,
      state: row.state,
      errors: parseWarnings(row.errors).map((error) => withNumber(error, row)),
      warnings: parseWarnings(row.warnings).map((warning) => withNumber(warning, row)),
      linkId: row.link_id,
      link: row.link ?? earlier?.link ?? null,
      problem: row.problem === null ? null : (problem.safeParse(parseJson(row.problem)).data ?? null),
      // The request of a change is a patch.
      ...describeRequest(row.target === null ? parseRequest(row) : null),
      changedByRules: readCellsChangedByRules(row.read_notes, cells),
      ...readTarget(row),
    }
  }
}

function describeRequest(request: GenerateRequest | null): Pick<RunRow, 'title' | 'address' | 'channel'> {
  const address = request?.desktop_custom_redirect?.url ?? null
  return { title: request?.title ?? null, address, channel: request && channelOfRequest(request) }
}

/** Returns the request of a row; `null` for a row with errors. */
export function parseRequest({ request }: Pick<StoredRow, 'request'>): GenerateRequest | null {
  return request === null ? null : ((parseJson(request) as GenerateRequest | undefined) ?? null)
}
