import type { RowWarning, RowState, RunRow } from '../../../contract/runs/run.ts'
import { parseJson } from '../linkRow.ts'

/** A row of a run as it is kept. */
export interface StoredRow {
  run: string
  number: number
  cells: string
  request: string | null
  state: RowState
  faults: string
  remarks: string
  /** What was striking when it was read, which its cells do not tell. */
  noted: string | null
  link_id: string | null
  link: string | null
  problem: string | null
}

/** States of rows that were not sent and can be changed, as SQL. */
export const editableStates = `'ready', 'faulty', 'skipped', 'existing'`

/** UTF-16 units of rows that are read at once. A single row can have more. */
const maxBatchLength = 4_000_000

/**
 * As many rows as are not too much at once, one at least. `next` is the number of the last one, where more may follow. Nothing is
 * being read any more when it returns, so that the rows may be written.
 */
export function readRows(
  rows: Iterable<unknown>,
  limit: number,
  maxLength = maxBatchLength,
): { rows: StoredRow[]; next: number | null } {
  const read: StoredRow[] = []
  let length = 0
  for (const row of rows as Iterable<StoredRow>) {
    if (read.length >= limit || length > maxLength) return { rows: read, next: read.at(-1)?.number ?? null }
    read.push(row)
    length += row.cells.length + (row.request?.length ?? 0)
  }
  return { rows: read, next: null }
}

/** Said of a row whose link an earlier one makes; `toRunRow` says which. */
export const duplicateWarning: RowWarning = { column: null, text: 'An earlier row makes the same link.' }

export function parseWarnings(text: string): RowWarning[] {
  return (parseJson(text) as RowWarning[] | undefined) ?? []
}

/** The first row before a row that makes the same link; `null` where none does. */
type FindEarlier = (row: StoredRow) => number | null

/** A row as the window sees it. */
export function toRunRow(row: StoredRow, earlier: FindEarlier): RunRow {
  return {
    number: row.number,
    cells: (parseJson(row.cells) as string[] | undefined) ?? [],
    state: row.state,
    faults: parseWarnings(row.faults),
    remarks: parseWarnings(row.remarks).map((remark) => withRowNumber(row, remark, earlier)),
    linkId: row.link_id,
    link: row.link,
    problem: (parseJson(row.problem) as RunRow['problem'] | undefined) ?? null,
  }
}

/** The number is put in when the row is read: it changes whenever an earlier row does. */
function withRowNumber(row: StoredRow, remark: RowWarning, earlier: FindEarlier): RowWarning {
  const first = remark.text === duplicateWarning.text ? earlier(row) : null
  return first === null ? remark : { column: null, text: `Row ${first} makes the same link.` }
}
