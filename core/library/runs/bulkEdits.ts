import type { DatabaseSync } from 'node:sqlite'
import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import type { Database } from '../openDatabase.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { createCellHistory, type CellHistory, type RowEdits } from './cellHistory.ts'
import type { ChangedRows } from './rowsChanged.ts'
import { countFixes, visitFixes, type RowsToFix } from './fixes.ts'
import { readEditableRun, type PreparedRun } from './preparedRun.ts'
import { editableStates, parseCells, visitRows } from './storedRow.ts'

type Replacement = Pick<ParsedInput<'runs.replace'>, 'column' | 'text' | 'by'>

/** Changes of cells in many rows, in batches. They can be undone. */
export interface BulkEdits {
  /** Counts the rows of a batch that `replace` would change. */
  countMatching: (run: string, which: Omit<Replacement, 'by'>, after: number) => ChangedRows
  /** Replaces cells in a batch of rows, as part of a change. If any changed, all rows must be checked again. */
  replace: (run: string, change: string, replacement: Replacement, after: number) => ChangedRows
  /** Fixes the cells in a batch of rows, as part of a change. If any changed, all rows must be checked again. */
  fix: (run: string, change: string, which: RowsToFix, after: number) => ChangedRows
  /** Writes cells that can be restored. */
  write: CellHistory['write']
  /** Undoes a change for one batch of rows. If any cell changed, all rows must be checked again. */
  restore: CellHistory['restore']
}

export function createBulkEdits(database: Database): BulkEdits {
  const { sql } = database
  const history = createCellHistory(sql)
  return {
    countMatching: (id, which, after) => {
      let rows = 0
      const next = visitMatching(sql, { run: readEditableRun(database, id), which, after }, () => rows++)
      return { rows, next }
    },
    replace: (id, change, { by, ...which }, after) =>
      runInTransaction(sql, () => {
        let rows = 0
        const edits = [{ column: which.column, text: by }]
        const next = visitMatching(sql, { run: readEditableRun(database, id), which, after }, (row) => {
          history.write(id, change, { row, edits })
          rows++
        })
        return { rows, next }
      }),
    fix: (id, change, { what, cause }, after) =>
      runInTransaction(sql, () => {
        let rows = 0
        const isByRules = what === 'rules' || what === 'addressRules'
        const run = readEditableRun(database, id)
        const next = visitFixes(sql, { run, what, cause, after }, (row, edits) => {
          history.write(id, change, { row, edits }, { isByRules })
          rows += countFixes(what, edits)
        })
        return { rows, next }
      }),
    write: history.write,
    restore: (id, change, after) =>
      runInTransaction(sql, () => history.restore(readEditableRun(database, id).id, change, after)),
  }
}

interface MatchingRows {
  run: PreparedRun
  which: Omit<Replacement, 'by'>
  after: number
}

/** Visits the rows of a batch whose cell has a text. Returns the last row number if more may follow. */
function visitMatching(
  sql: DatabaseSync,
  { run, which: { column, text }, after }: MatchingRows,
  visit: (row: RowEdits['row']) => void,
): number | null {
  if (column >= run.header.length) return null
  const selectCells = selectRows(
    sql,
    pick(tableColumns.run_rows, ['number', 'cells', 'noted']),
    `FROM run_rows WHERE run = ? AND number > ? AND state IN (${editableStates}) ORDER BY number`,
  )
  return visitRows(
    (number) => selectCells.iterate(run.id, number),
    after,
    (row) => {
      if ((parseCells(row)[column] ?? '') === text) visit(row)
    },
  )
}
