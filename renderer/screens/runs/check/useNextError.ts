import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { findErrorRow, type RowFilter } from '../../../api/runRows.ts'
import type { GridColumn } from '../rows/columns.ts'
import type { CellGrid } from '../rows/useCellGrid.ts'
import type { RunRows } from '../rows/useRunRows.ts'

interface NextErrorOptions {
  run: Run
  show: RowFilter
  setShow: (show: RowFilter) => void
  rows: RunRows
  grid: CellGrid
  columns: readonly GridColumn[]
}

/**
 * Returns a function that moves to the next cell with an error. After the last one, it starts at the top again. If the
 * filter hides the row, shows all rows.
 */
export function useNextError({
  run,
  show,
  setShow,
  rows,
  grid: { current, goTo },
  columns,
}: NextErrorOptions): () => void {
  const goToError = (row: RunRow, index: number, after = -2) => {
    const errorColumns = row.errors.map(({ column }) =>
      columns.findIndex(({ cell }) => cell !== null && cell === column),
    )
    const column = errorColumns.toSorted((one, other) => one - other).find((column) => column > after)
    if (column === undefined) return false
    goTo({ row: index, column })
    return true
  }
  return () => {
    const currentRow = rows.at(current.row)
    if (currentRow && goToError(currentRow, current.row, current.column)) return
    const currentNumber = currentRow?.number ?? 0
    void (async () => {
      const found = (await findErrorRow(run.id, currentNumber)) ?? (await findErrorRow(run.id, 0))
      if (!found) return
      const { row, index: rowIndex } = found
      const shownIndex = show === 'all' ? rowIndex : rows.findIndex(({ number }) => number === row.number)
      if (shownIndex < 0) setShow('all')
      goToError(row, shownIndex < 0 ? rowIndex : shownIndex)
    })().catch(() => undefined)
  }
}
