import type { DatabaseSync } from 'node:sqlite'
import type { ParsedInput } from '../../../contract/calls.ts'
import { pick } from '../../../contract/link/fields.ts'
import type { Database } from '../openDatabase.ts'
import { processRows, startStep } from '../step.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import type { FixTarget } from '../../../contract/calls/runs.ts'
import { createCellHistory } from './cellHistory.ts'
import type { CellHistory } from './cellHistory.ts'
import type { ChangedRows } from './rowsChanged.ts'
import { countFixable, findFixes } from './fixes.ts'
import { readEditableRun } from './preparedRun.ts'
import { editableStates, parseCells, readRows } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

type Replacement = Pick<ParsedInput<'runs.replace'>, 'column' | 'text' | 'by'>

/** Changes of cells in many rows, in batches. They can be undone. */
export interface BulkEdits {
  /** Counts the rows of a batch that `replace` would change. */
  countMatching: (run: string, which: Omit<Replacement, 'by'>, after: number) => ChangedRows
  /** Replaces cells in a batch of rows, as part of a change. If any changed, all rows must be checked again. */
  replace: (run: string, change: string, replacement: Replacement, after: number) => ChangedRows
  /** Counts the cells of a batch that `fix` would change, and those that only lack `https://`. */
  countFixable: (run: string, target: FixTarget, after: number) => ChangedRows & { missingScheme: number }
  /** Fixes the addresses or mediums in a batch of rows, as part of a change. If any changed, all rows must be checked again. */
  fix: (run: string, change: string, target: FixTarget, after: number) => ChangedRows
  /** Undoes a change for one batch of rows. If any cell changed, all rows must be checked again. */
  restore: CellHistory['restore']
}

/** Rows scanned per step. */
const scanSize = 5_000

/** Creates the bulk operations, which work in batches and can be undone. */
export function createBulkEdits(
  database: Database,
  inTransaction: <T>(run: string, work: () => T) => T,
): BulkEdits {
  const { sql } = database
  const history = createCellHistory(sql)
  return {
    countMatching: (id, which, after) => {
      const { header } = readEditableRun(database, id)
      if (which.column >= header.length) return { rows: 0, next: null }
      const { rows, next } = findMatchingRows(sql, id, which, after)
      return { rows: rows.length, next }
    },
    replace: (id, change, { by, ...which }, after) =>
      inTransaction(id, () => {
        const { header } = readEditableRun(database, id)
        if (which.column >= header.length) return { rows: 0, next: null }
        const { rows, next } = findMatchingRows(sql, id, which, after)
        const edits = [{ column: which.column, text: by }]
        history.write(
          id,
          change,
          rows.map((row) => ({ row, edits })),
        )
        return { rows: rows.length, next }
      }),
    countFixable: (id, target, after) => countFixable(sql, readEditableRun(database, id), target, after),
    fix: (id, change, target, after) =>
      inTransaction(id, () => {
        const { fixableRows, next } = findFixes(sql, readEditableRun(database, id), target, after)
        history.write(id, change, fixableRows, { isByRules: target === 'rules' || target === 'addressRules' })
        return { rows: fixableRows.reduce((sum, { edits }) => sum + edits.length, 0), next }
      }),
    restore: (id, change, after) =>
      inTransaction(id, () => history.restore(readEditableRun(database, id).id, change, after)),
  }
}

/** Returns the rows of a batch whose cell has a text. */
function findMatchingRows(
  sql: DatabaseSync,
  id: string,
  { column, text }: Omit<Replacement, 'by'>,
  after: number,
) {
  const selectCells = selectRows(
    sql,
    pick(tableColumns.run_rows, ['number', 'cells', 'noted']),
    `FROM run_rows WHERE run = ? AND number > ? AND state IN (${editableStates}) ORDER BY number`,
  )
  const isOver = startStep()
  const rows: Pick<StoredRow, 'number' | 'cells' | 'noted'>[] = []
  const { next } = processRows(readRows(selectCells.iterate(id, after), scanSize), isOver, (row) => {
    if ((parseCells(row)[column] ?? '') === text) rows.push(row)
  })
  return { rows, next }
}
