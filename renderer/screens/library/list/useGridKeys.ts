import { useState } from 'react'
import type { Selecting } from '../many/useSelection.ts'
import type { useGrid } from './useGrid.ts'
import type { Rows } from './useRows.ts'

interface GridKeys {
  rows: Rows
  selecting: Selecting
  grid: ReturnType<typeof useGrid>
  open: (id: string) => void
}

/** Handles keys and checkboxes: arrows move, Space selects, Shift selects a range, Enter opens. */
export function useGridKeys({
  rows,
  selecting,
  grid: { scroller, rowHeight, current, setActive, goTo },
  open,
}: GridKeys) {
  const anchorAt = (index: number) => ({ index, id: rows.at(index)?.id, view: JSON.stringify(rows.view) })
  const [anchor, setAnchor] = useState(() => anchorAt(0))
  const moveTo = (index: number) => {
    const target = Math.max(0, Math.min(index, rows.count - 1))
    goTo(target)
    return target
  }
  /** Selects from the anchor to a row, or from `start` if another link is now at the anchor's index. */
  const selectTo = (index: number, start = index) => {
    const from = isSameLink(anchor, anchorAt(anchor.index)) ? anchor : anchorAt(start)
    setAnchor(from)
    const [first, last] = [Math.min(from.index, index), Math.max(from.index, index)]
    selecting.range(from, rows.between(first, last))
  }
  const toggle = (index: number, range: boolean) => {
    const row = rows.at(index)
    setActive(index)
    if (range) selectTo(index)
    else {
      setAnchor(anchorAt(index))
      if (row) selecting.toggle(row)
    }
  }
  const press = (event: React.KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row') return
    const row = rows.at(current)
    if (event.key === 'Enter' && row) open(row.id)
    else if (event.key === ' ') toggle(current, event.shiftKey)
    else {
      const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
      const next = nextIndex(event, { current, count: rows.count, pageRows })
      if (next === null) return
      const target = moveTo(next)
      if (event.shiftKey) selectTo(target, current)
      else setAnchor(anchorAt(target))
    }
    event.preventDefault()
  }
  return { press, toggle }
}

interface Anchor {
  index: number
  /** `undefined` while the row loads. */
  id: string | undefined
  view: string
}

/** Returns whether a row is still the same link: after sorting, its index is another link's. */
function isSameLink(before: Anchor, now: Anchor): boolean {
  return before.view === now.view && (before.id === now.id || before.id === undefined || now.id === undefined)
}

interface GridPosition {
  current: number
  count: number
  /** Number of rows that are visible at once. */
  pageRows: number
}

/** Returns the row that a key moves to, as in a WAI-ARIA grid; `null` for other keys. */
function nextIndex({ key }: { key: string }, { current, count, pageRows }: GridPosition): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(current + 1, count - 1)
    case 'ArrowUp':
      return Math.max(current - 1, 0)
    case 'PageDown':
      return Math.min(current + pageRows, count - 1)
    case 'PageUp':
      return Math.max(current - pageRows, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
