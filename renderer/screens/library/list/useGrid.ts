import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Density } from '../../../../contract/app/library/layout.ts'
import type { Rows } from './useRows.ts'

const rowHeights: Record<Density, number> = { comfortable: 60, compact: 36 }
const headerHeight = 34
const overscanRows = 3

/** Manages which rows are rendered and which has the focus. `entry` is set to a function that focuses the list. */
export function useGrid(rows: Rows, density: Density, entry: React.RefObject<(() => void) | null>) {
  const rowHeight = rowHeights[density]
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const focusNext = useRef<number | null>(null)
  const current = Math.min(active, Math.max(0, rows.count - 1))
  // TanStack Virtual is mutable, which React's compiler doesn't support. Nothing from it is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollPaddingStart: headerHeight,
    // Keeps the focused row rendered while scrolling; otherwise the focus would be lost.
    rangeExtractor: (range) => {
      const rendered = defaultRangeExtractor(range)
      if (current < (rendered[0] ?? 0)) return [current, ...rendered]
      return current > (rendered.at(-1) ?? 0) && current < rows.count ? [...rendered, current] : rendered
    },
  })
  const measuredHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    const { current: list } = scroller
    if (measuredHeight.current === rowHeight || !list) return
    const topRow = list.scrollTop / measuredHeight.current
    measuredHeight.current = rowHeight
    virtual.measure()
    // Keep the top row in place.
    list.scrollTop = topRow * rowHeight
  })
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  useEffect(() => rows.setVisible(startIndex, endIndex))
  useEffect(() => {
    // Measuring the element itself would force a layout.
    if (virtual.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 })
  }, [rows.view, virtual])

  const focusRow = () => {
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${String(current)}"]`)
      ?.focus({ preventScroll: true })
  }
  useEffect(() => {
    // The effect of an older render can run after a key press, before the new row exists.
    if (focusNext.current !== current) return
    focusNext.current = null
    focusRow()
  })
  useEffect(() => {
    entry.current = focusRow
  })

  const goTo = (index: number) => {
    // The focused row is not re-rendered, and later renders must not take the focus back.
    focusNext.current = index === current ? null : index
    show(index)
  }
  /** Makes a row the current one without focusing it. */
  const show = (index: number) => {
    setActive(index)
    virtual.scrollToIndex(index, { align: 'auto' })
  }
  return {
    scroller,
    rowHeight,
    virtual,
    current,
    setActive,
    goTo,
    show,
    range: [startIndex, endIndex] as const,
  }
}
