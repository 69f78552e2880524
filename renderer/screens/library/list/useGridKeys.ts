import { useState } from 'react'
import type { Selecting } from '../many/useSelection.ts'
import { nextCell } from '../../../features/grid/cellNavigation.ts'
import type { useGrid } from '../../../features/grid/useGrid.ts'
import type { Rows } from './useRows.ts'

type Grid = Pick<ReturnType<typeof useGrid>, 'current' | 'pageRows' | 'setActive' | 'goTo'>

interface GridKeys {
  rows: Rows
  selecting: Selecting
  grid: Grid
  open: (id: string) => void
}

/** Handles keys and checkboxes: arrows move, Space selects, Shift selects a range, Enter opens. */
export function useGridKeys({
  rows,
  selecting,
  grid: {
    current: { row: current },
    pageRows,
    setActive,
    goTo,
  },
  open,
}: GridKeys) {
  const anchorAt = (index: number) => ({ index, id: rows.at(index)?.id, view: JSON.stringify(rows.view) })
  const [anchor, setAnchor] = useState(() => anchorAt(0))
  /** Selects from the anchor to a row, or from `start` if another link is now at the anchor's index. */
  const selectTo = (index: number, start = index) => {
    const from = isSameLink(anchor, anchorAt(anchor.index)) ? anchor : anchorAt(start)
    setAnchor(from)
    const [first, last] = [Math.min(from.index, index), Math.max(from.index, index)]
    selecting.range(from, rows.between(first, last))
  }
  const toggle = (index: number, range: boolean) => {
    const row = rows.at(index)
    setActive({ row: index, column: -1 })
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
      const bounds = { rows: rows.count, columns: 0, pageRows: pageRows() }
      const key = toRowKey(event)
      const next = key && nextCell(key, { row: current, column: -1 }, bounds)
      if (next === null) return
      goTo(next)
      if (event.shiftKey) selectTo(next.row, current)
      else setAnchor(anchorAt(next.row))
    }
    event.preventDefault()
  }
  return { press, toggle }
}

/**
 * Returns a key as pressed in a grid of cells; `null` for those that move to another column, which rows don't have. Home and
 * End move to the first and last row.
 */
function toRowKey({ key }: { key: string }) {
  if (key === 'ArrowLeft' || key === 'ArrowRight') return null
  return { key, ctrlKey: key === 'Home' || key === 'End', metaKey: false }
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
