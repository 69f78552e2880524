import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useWidth } from '../../../features/grid/useWidth.ts'
import type { CellPosition } from './cellNavigation.ts'
import { layoutWidths, type GridColumn } from './columns.ts'
import type { RunRows } from './useRunRows.ts'

const rowHeight = 36
const headerHeight = 34
/** The state column, which stays visible. */
export const stateColumnWidth = 188
const overscanRows = 5
const overscanColumns = 1

/** Manages which cells of a large table are rendered, and which has the focus. */
export function useCellGrid(rows: RunRows, columns: readonly GridColumn[], first: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<CellPosition>({ row: 0, column: first })
  const focusNext = useRef(false)
  const current: CellPosition = {
    row: Math.max(0, Math.min(active.row, rows.count - 1)),
    column: Math.min(active.column, columns.length - 1),
  }
  const width = useWidth(scroller)
  const widths = useMemo(() => layoutWidths(columns, width - stateColumnWidth), [columns, width])
  // The objects of TanStack Virtual are mutable, and React's compiler doesn't know that, so nothing here is memoized.
  // oxlint-disable-next-line react/incompatible-library
  const vertical = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollPaddingStart: headerHeight,
    rangeExtractor: keepInRange(current.row),
  })
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: overscanColumns,
    paddingStart: stateColumnWidth,
    scrollPaddingStart: stateColumnWidth,
    rangeExtractor: keepInRange(current.column),
  })
  useEffect(() => horizontal.measure(), [horizontal, widths])
  const { startIndex = 0, endIndex = 0 } = vertical.range ?? {}
  useEffect(() => rows.setVisible(startIndex, endIndex))
  // Another list begins at its top, unless a cell of it is about to get the focus.
  const beginList = useEffectEvent(() => {
    if (focusNext.current) vertical.scrollToIndex(current.row, { align: 'auto' })
    else scroller.current?.scrollTo({ top: 0 })
  })
  useEffect(() => beginList(), [rows.list])

  useEffect(() => {
    if (!focusNext.current) return
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${cellName(current)}"]`)
    if (!cell) return
    // A row that is still loading is replaced by the loaded row, which takes over the focus.
    focusNext.current = cell.dataset['blank'] === 'true'
    cell.focus({ preventScroll: true })
  })
  const goTo = (cell: CellPosition) => {
    focusNext.current = true
    setActive(cell)
    vertical.scrollToIndex(cell.row, { align: 'auto' })
    if (cell.column >= 0) horizontal.scrollToIndex(cell.column, { align: 'auto' })
  }
  const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
  return { scroller, vertical, horizontal, current, setActive, goTo, pageRows: () => pageRows }
}

export type CellGrid = ReturnType<typeof useCellGrid>

/** Returns the attribute value that identifies a cell. */
function cellName({ row, column }: CellPosition): string {
  return `${String(row)}:${String(column)}`
}

/** Returns the cell of an event target; `null` if there is none. */
export function cellOfTarget(target: EventTarget): CellPosition | null {
  const name = target instanceof HTMLElement ? target.dataset['cell'] : undefined
  if (name === undefined) return null
  const [row = 0, column = 0] = name.split(':').map(Number)
  return { row, column }
}

/** Keeps the focused cell rendered while scrolling; otherwise the focus would be lost. */
function keepInRange(index: number): (range: Range) => number[] {
  return (range) => {
    const rendered = defaultRangeExtractor(range)
    if (index < 0 || index >= range.count || rendered.includes(index)) return rendered
    return index < (rendered[0] ?? 0) ? [index, ...rendered] : [...rendered, index]
  }
}
