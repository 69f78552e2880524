import type { Database } from '../openDatabase.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { createCellHistory, type RowEdits } from './cellHistory.ts'
import { visitFixes, type RowsToFix } from './fixes.ts'
import { conflictCondition } from './paths/pathRows.ts'
import { readEditableRun, saveColumns, withMediumColumn, type PreparedRun } from './preparedRun.ts'
import { causesOfRow, rowsWithProblems } from './rowCauses.ts'
import { selectRunRows, visitRows } from './storedRow.ts'

/** Changes of many rows, in batches. If any row changed, all must be checked again. They can be undone. */
export function createBulkEdits(database: Database) {
  const { sql } = database
  const history = createCellHistory(sql)
  const changeBatch = (
    id: string,
    change: string,
    visit: (run: PreparedRun, write: (edited: RowEdits, isByRules?: boolean) => void) => number | null,
  ) =>
    runInTransaction(sql, () => {
      let rows = 0
      const next = visit(readEditableRun(database, id), (edited, isByRules = false) => {
        history.write(id, change, edited, { isByRules })
        rows++
      })
      return { rows, next }
    })
  return {
    /** Fixes cells. */
    fix: (id: string, change: string, which: RowsToFix, after: number) =>
      changeBatch(id, change, (run, write) => {
        const { what } = which
        let fixedRows = 0
        const next = visitFixes(sql, { run, after, ...which }, (row, edits) => {
          write({ row, edits }, what === 'rules')
          fixedRows++
        })
        if (what === 'channels' && fixedRows > 0) saveColumns(sql, withMediumColumn(run))
        return next
      }),
    /** Leaves out the rows with one cause of problems, or those with taken paths. */
    leaveOut: (id: string, change: string, cause: string | undefined, after: number) =>
      changeBatch(id, change, (_run, write) => {
        const columns = ['number', 'cells', 'read_notes', 'state', 'errors', 'warnings'] as const
        const condition = cause === undefined ? conflictCondition : rowsWithProblems
        return visitRows(selectRunRows(sql, columns, condition), id, after, (row) => {
          if (cause === undefined || causesOfRow(row).has(cause)) write({ row, edits: [], isLeftOut: true })
        })
      }),
    write: history.write,
    /** Undoes a change. */
    restore: (id: string, change: string, after: number) =>
      runInTransaction(sql, () => history.restore(readEditableRun(database, id).id, change, after)),
  }
}
