import type { DatabaseSync } from 'node:sqlite'
import { completeAddress, mendAddress } from '../../../contract/address/mend.ts'
import { pick } from '../../../contract/link/fields.ts'
import { addressFields } from '../../../contract/runs/sources.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import type { CellEdit } from './cellHistory.ts'
import type { PreparedRun } from './preparedRun.ts'
import { editableStates, parseCells, readRows } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

/** Maximum number of rows read at a time. */
const portionSize = 5_000

/** An address cell and its fixed text. */
interface Mend extends CellEdit {
  /** Whether only `https://` is added. */
  isSchemeOnly: boolean
}

/** Counts the address cells of a batch that can be fixed, and those that only lack `https://`. */
export function countMendable(sql: DatabaseSync, run: PreparedRun, after: number) {
  const { found, next } = findMends(sql, run, after)
  const mends = found.flatMap((row) => row.edits)
  return { rows: mends.length, next, missingScheme: mends.filter((mend) => mend.isSchemeOnly).length }
}

/** Returns the address cells of a batch that can be fixed, with their fixed text. */
export function findMends(sql: DatabaseSync, run: PreparedRun, after: number) {
  const columns = run.mapping.columns.flatMap((use, column) =>
    use.to === 'field' && addressFields.has(use.field) ? [column] : [],
  )
  const open = selectRows(
    sql,
    pick(tableColumns.run_rows, ['number', 'cells', 'noted']),
    `FROM run_rows WHERE run = ? AND number > ?
     AND state IN (${editableStates}) ORDER BY number`,
  )
  const { rows, next } = readRows(open.iterate(run.id, after), portionSize)
  const found = rows.map((row) => ({ row, edits: mendsOf(row, columns) }))
  return { found: found.filter(({ edits }) => edits.length > 0), next }
}

function mendsOf(row: Pick<StoredRow, 'cells'>, columns: readonly number[]): Mend[] {
  const cells = parseCells(row)
  return columns.flatMap((column) => {
    const given = cells[column]?.trim() ?? ''
    const text = mendAddress(given)
    return text === given ? [] : [{ column, text, isSchemeOnly: text === completeAddress(given) }]
  })
}
