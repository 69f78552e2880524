import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { LibraryView } from '../../../../contract/library/view.ts'
import type { Selecting } from '../many/useSelection.ts'
import { GridHeader } from './GridHeader.tsx'
import { LinkRow } from './LinkRow.tsx'
import type { RowDoings } from './LinkRow.tsx'
import { placeAfter } from './placeAfter.ts'
import { useRowControls } from './useRowControls.ts'
import type { Rows } from './useRows.ts'
import styles from './list.module.css'

interface LinksGridProps {
  rows: Rows
  selecting: Selecting
  /** How many rows the view has; `null` while that is not known for certain. */
  total: number | null
  star: RowDoings['star']
  sortBy: (view: LibraryView) => void
  addressOf: (id: string) => string
  open: (id: string) => void
  /** The way into the list from above. */
  entry: React.RefObject<(() => void) | null>
}

const rowHeight = 60
const kept = 8

/** Links as rows of which only those on the screen are drawn. One row has the focus; arrows move it. */
export function LinksGrid({ rows, selecting, total, star, sortBy, addressOf, open, entry }: LinksGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [anchor, setAnchor] = useState(0)
  const focusNext = useRef(false)
  const current = Math.min(active, Math.max(0, rows.count - 1))
  // The library keeps its rows in a store of its own, which React's compiler knows nothing of; none of it is memoized here.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: kept,
    scrollPaddingStart: headerHeight,
    // The row with the focus stays drawn wherever one scrolls, or the focus would be lost.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      if (current < (drawn[0] ?? 0)) return [current, ...drawn]
      return current > (drawn.at(-1) ?? 0) && current < rows.count ? [...drawn, current] : drawn
    },
  })
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  useEffect(() => rows.look(startIndex, endIndex))
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [rows.view])

  const focusRow = () => {
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${String(current)}"]`)
      ?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (!focusNext.current) return
    focusNext.current = false
    focusRow()
  })
  useRowControls(scroller, current)
  useEffect(() => {
    entry.current = focusRow
  })

  const moveTo = (index: number) => {
    const place = Math.max(0, Math.min(index, rows.count - 1))
    focusNext.current = true
    setActive(place)
    virtual.scrollToIndex(place, { align: 'auto' })
    return place
  }
  const selectTo = (index: number) => {
    void rows.between(Math.min(anchor, index), Math.max(anchor, index)).then(selecting.add, () => undefined)
  }
  const toggle = (index: number, range: boolean) => {
    const row = rows.at(index)
    setActive(index)
    if (range) return selectTo(index)
    setAnchor(index)
    if (row) selecting.toggle(row)
  }
  const press = (event: React.KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row') return
    const row = rows.at(current)
    if (event.key === 'Enter' && row) open(row.id)
    else if (event.key === ' ') toggle(current, event.shiftKey)
    else {
      const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
      const next = placeAfter(event, { current, count: rows.count, pageRows })
      if (next === null) return
      const place = moveTo(next)
      if (event.shiftKey) selectTo(place)
      else setAnchor(place)
    }
    event.preventDefault()
  }
  const doings = useSteady({ toggle, star })
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div
        role="grid"
        aria-label="Links"
        aria-multiselectable
        aria-rowcount={total === null ? -1 : total + 1}
        className={styles['grid']}
        onKeyDown={press}
      >
        <GridHeader rows={rows} selecting={selecting} sortBy={sortBy} />
        <div role="rowgroup" className={styles['body']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows.at(index)
            const selected = row !== undefined && selecting.has(row.id)
            return (
              <div
                key={index}
                role="row"
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={selected}
                aria-busy={row === undefined}
                tabIndex={index === current ? 0 : -1}
                className={styles['row']}
                style={{ transform: `translateY(${String(start)}px)` }}
                onFocus={() => setActive(index)}
              >
                {row && (
                  <LinkRow
                    row={row}
                    index={index}
                    selected={selected}
                    address={addressOf(row.id)}
                    doings={doings}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

const headerHeight = 34

/** The same object from one drawing to the next, with what the latest one can do: rows that stay need not be drawn again. */
function useSteady(doings: RowDoings): RowDoings {
  const latest = useRef(doings)
  useEffect(() => {
    latest.current = doings
  })
  const [steady] = useState<RowDoings>(() => ({
    toggle: (...of) => latest.current.toggle(...of),
    star: (...of) => latest.current.star(...of),
  }))
  return steady
}
