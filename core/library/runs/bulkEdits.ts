import type { DatabaseSync } from 'node:sqlite'
import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import type { Database } from '../openDatabase.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { createCellHistory, type RowEdits } from './cellHistory.ts'
import { countFixes, visitFixes, type RowsToFix } from './fixes.ts'
import { readEditableRun, saveColumns, withMediumColumn, type PreparedRun } from './preparedRun.ts'
import { isEditable, parseCells, selectRunRows, visitRows } from './storedRow.ts'

type Replacement = Pick<ParsedInput<'runs.replace'>, 'column' | 'text' | 'by'>

/** Changes of cells in many rows, in batches. They can be undone. */
export function createBulkEdits(database: Database) {
  const { sql } = database
  const history = createCellHistory(sql)
  return {
    /** Counts the rows of a batch that `replace` would change. */
    countMatching: (id: string, which: Omit<Replacement, 'by'>, after: number) => {
      let rows = 0
      const next = visitMatching(sql, { run: readEditableRun(database, id), which, after }, () => rows++)
      return { rows, next }
    },
    /** Replaces cells in a batch of rows, as part of a change. If any changed, all rows must be checked again. */
    replace: (id: string, change: string, { by, ...which }: Replacement, after: number) =>
      runInTransaction(sql, () => {
        let rows = 0
        const edits = [{ column: which.column, text: by }]
        const next = visitMatching(sql, { run: readEditableRun(database, id), which, after }, (row) => {
          history.write(id, change, { row, edits })
          rows++
        })
        return { rows, next }
      }),
    /** Fixes the cells in a batch of rows, as part of a change. If any changed, all rows must be checked again. */
    fix: (id: string, change: string, which: RowsToFix, after: number) =>
      runInTransaction(sql, () => {
        let rows = 0
        const { what } = which
        const isByRules = what === 'rules' || what === 'addressRules'
        const run = readEditableRun(database, id)
        const next = visitFixes(sql, { run, after, ...which }, (row, edits) => {
          history.write(id, change, { row, edits }, { isByRules })
          rows += countFixes(what, edits)
        })
        if (what === 'channels' && rows > 0) saveColumns(sql, withMediumColumn(run))
        return { rows, next }
      }),
    write: history.write,
    /** Undoes a change for one batch of rows. If any cell changed, all rows must be checked again. */
    restore: (id: string, change: string, after: number) =>
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
  const rows = selectRunRows(sql, ['number', 'cells', 'read_notes'], isEditable)
  return visitRows(rows, run.id, after, (row) => {
    if ((parseCells(row)[column] ?? '') === text) visit(row)
  })
}
