import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CellPosition } from './cellNavigation.ts'
import type { PagedRows } from './usePagedRows.ts'

interface GridOptions {
  rows: Pick<PagedRows<unknown>, 'count' | 'setVisible'>
  /** Identifies the list. Another one begins at its top. */
  list: unknown
  /** In pixels. A grid with another height is another element. */
  rowHeight: number
  /** Number of columns; 0 if whole rows have the focus. */
  columns: number
  /** The column that has the focus first. */
  firstColumn?: number
}

const headerHeight = 34
const overscanRows = 4

/**
 * Manages which rows of a list are rendered, and which cell or row has the focus. An element with the focus has the
 * attribute of `cellName`.
 */
export function useGrid({ rows, list, rowHeight, columns, firstColumn = -1 }: GridOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  /** `null` until the user has chosen one. */
  const [chosen, setActive] = useState<CellPosition | null>(null)
  const active = chosen ?? { row: 0, column: firstColumn }
  /** The cell that gets the focus as soon as it is rendered. */
  const focusNext = useRef<CellPosition | null>(null)
  const current: CellPosition = {
    row: Math.max(0, Math.min(active.row, rows.count - 1)),
    column: Math.min(active.column, columns - 1),
  }
  // TanStack Virtual is mutable, which React's compiler doesn't support. Nothing from it is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const vertical = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollPaddingStart: headerHeight,
    rangeExtractor: keepInRange(current.row),
  })
  const { startIndex = 0, endIndex = 0 } = vertical.range ?? {}
  useEffect(() => rows.setVisible(startIndex, endIndex))
  // Another list begins at its top, unless a cell of it is about to get the focus.
  const beginList = useEffectEvent(() => {
    if (focusNext.current) vertical.scrollToIndex(current.row, { align: 'auto' })
    // Measuring the element itself would force a layout.
    else if (vertical.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 })
  })
  useEffect(() => beginList(), [list])

  const focusCurrent = () => {
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${cellName(current)}"]`)
    cell?.focus({ preventScroll: true })
    return cell
  }
  useEffect(() => {
    // The effect of an older render can run after a key press, before the new cell exists.
    const { current: next } = focusNext
    if (next?.row !== current.row || next.column !== current.column) return
    const cell = focusCurrent()
    // A row that is still loading is replaced by the loaded row, which takes over the focus.
    if (cell && cell.dataset['blank'] !== 'true') focusNext.current = null
  })
  /** Makes a cell the current one without focusing it. */
  const show = (cell: CellPosition) => {
    setActive(cell)
    vertical.scrollToIndex(cell.row, { align: 'auto' })
  }
  const goTo = (cell: CellPosition) => {
    focusNext.current = cell
    show(cell)
  }
  /** Number of rows that are visible at once, without the header and one row that stays. */
  const pageRows = () =>
    Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1)
  return {
    ...{ scroller, vertical, current, setActive, show, goTo, focusCurrent, pageRows },
    isChosen: chosen !== null,
    range: [startIndex, endIndex] as const,
  }
}

/** Returns the attribute value that identifies a cell. */
export function cellName({ row, column }: CellPosition): string {
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
export function keepInRange(index: number): (range: Range) => number[] {
  return (range) => {
    const rendered = defaultRangeExtractor(range)
    if (index < 0 || index >= range.count || rendered.includes(index)) return rendered
    return index < (rendered[0] ?? 0) ? [index, ...rendered] : [...rendered, index]
  }
}
