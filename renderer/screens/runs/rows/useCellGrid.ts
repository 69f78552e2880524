import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo } from 'react'
import type { CellPosition } from '../../../features/grid/cellNavigation.ts'
import { keepInRange, useGrid } from '../../../features/grid/useGrid.ts'
import { useWidth } from '../../../features/grid/useWidth.ts'
import { layoutWidths, type GridColumn } from './columns.ts'
import type { RunRows } from './useRunRows.ts'

const rowHeight = 36
/** The state column, which stays visible. */
export const stateColumnWidth = 208

/**
 * Manages which cells of a large table are rendered, and which has the focus: first that of the column with the messages
 * of the row, if there is one.
 */
export function useCellGrid(rows: RunRows, columns: readonly GridColumn[]) {
  const firstColumn = Math.max(
    0,
    columns.findIndex(({ hasMessages }) => hasMessages),
  )
  const grid = useGrid({ rows, list: rows.list, rowHeight, columns: columns.length, firstColumn })
  const { scroller, current } = grid
  const width = useWidth(scroller)
  const widths = useMemo(() => layoutWidths(columns, width - stateColumnWidth), [columns, width])
  // See `useGrid`.
  // oxlint-disable-next-line react/incompatible-library
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: 1,
    paddingStart: stateColumnWidth,
    scrollPaddingStart: stateColumnWidth,
    rangeExtractor: keepInRange(current.column),
  })
  useEffect(() => horizontal.measure(), [horizontal, widths])
  const goTo = (cell: CellPosition) => {
    grid.goTo(cell)
    if (cell.column >= 0) horizontal.scrollToIndex(cell.column, { align: 'auto' })
  }
  /** Focuses the cell of the current row that shows a column of the table. */
  const goToCell = (column: number) =>
    goTo({ row: current.row, column: columns.findIndex(({ cell }) => cell === column) })
  return { ...grid, horizontal, goTo, goToCell }
}

export type CellGrid = ReturnType<typeof useCellGrid>
