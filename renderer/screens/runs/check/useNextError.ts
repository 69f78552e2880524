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
  const goToLoadedError = () => {
    const currentRow = rows.at(current.row)
    if (currentRow && goToError(currentRow, current.row, current.column)) return true
    // Rows that were fixed meanwhile stay in the list, so skip them.
    for (let index = current.row + 1; index < rows.count; index++) {
      const row = rows.at(index)
      if (!row) return false
      if (row.errors.length > 0) return goToError(row, index)
    }
    return false
  }
  return () => {
    if (goToLoadedError()) return
    const currentNumber = rows.at(current.row)?.number ?? 0
    void (async () => {
      const found = (await findErrorRow(run.id, currentNumber)) ?? (await findErrorRow(run.id, 0))
      if (!found) return
      const { row, index: rowIndex } = found
      const shownIndex = show === 'all' ? rowIndex : findShown(rows, row.number)
      if (shownIndex === null) setShow('all')
      goToError(row, shownIndex ?? rowIndex)
    })().catch(() => undefined)
  }
}

/** Returns the position of a loaded row in the list; `null` if it isn't there. */
function findShown(rows: RunRows, number: number): number | null {
  for (let index = 0; index < rows.count; index++) if (rows.at(index)?.number === number) return index
  return null
}
