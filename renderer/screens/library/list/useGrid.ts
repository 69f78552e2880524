import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Density } from '../../../../contract/library/layout.ts'
import type { Rows } from './useRows.ts'

const rowHeights: Record<Density, number> = { comfortable: 60, compact: 36 }
const headerHeight = 34
const overscanRows = 3

/** Which rows are drawn, and which one has the focus. `entry` is the way into the list from above. */
export function useGrid(rows: Rows, density: Density, entry: React.RefObject<(() => void) | null>) {
  const rowHeight = rowHeights[density]
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const focusNext = useRef<number | null>(null)
  const current = Math.min(active, Math.max(0, rows.count - 1))
  // The library keeps its rows in a store of its own, which React's compiler knows nothing of; none of it is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollPaddingStart: headerHeight,
    // The row with the focus stays drawn wherever one scrolls, or the focus would be lost.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      if (current < (drawn[0] ?? 0)) return [current, ...drawn]
      return current > (drawn.at(-1) ?? 0) && current < rows.count ? [...drawn, current] : drawn
    },
  })
  const measuredAs = useRef(rowHeight)
  useLayoutEffect(() => {
    const { current: list } = scroller
    if (measuredAs.current === rowHeight || !list) return
    const top = list.scrollTop / measuredAs.current
    measuredAs.current = rowHeight
    virtual.measure()
    // The row at the top stays there.
    list.scrollTop = top * rowHeight
  })
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  useEffect(() => rows.look(startIndex, endIndex))
  useEffect(() => {
    // To ask the element itself would have it laid out once more.
    if (virtual.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 })
  }, [rows.view, virtual])

  const focusRow = () => {
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${String(current)}"]`)
      ?.focus({ preventScroll: true })
  }
  useEffect(() => {
    // The effect of an earlier drawing may only run once a key was pressed: that drawing does not have the row yet.
    if (focusNext.current !== current) return
    focusNext.current = null
    focusRow()
  })
  useEffect(() => {
    entry.current = focusRow
  })

  const goTo = (index: number) => {
    // Nothing is drawn anew for the row that has the focus already, and what is drawn later must not take the focus back.
    focusNext.current = index === current ? null : index
    setActive(index)
    virtual.scrollToIndex(index, { align: 'auto' })
  }
  return { scroller, rowHeight, virtual, current, setActive, goTo, range: [startIndex, endIndex] as const }
}
