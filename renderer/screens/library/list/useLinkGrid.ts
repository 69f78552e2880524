import { useEffect, useEffectEvent, useState } from 'react'
import { useGrid } from '../../../features/grid/useGrid.ts'
import type { Rows } from './useRows.ts'

/**
 * Manages the rows of *Links*, whose current row stays at its link. `moved` is by how many rows that has moved since the view
 * was opened: elements whose keys are that much less than their index stay with their links, and so does the focus.
 */
export function useLinkGrid(rows: Rows, rowHeight: number) {
  const grid = useGrid({ rows, list: rows.view, rowHeight, columns: 0 })
  return { ...grid, moved: useSteadyRow(rows, grid) }
}

type Grid = Pick<ReturnType<typeof useGrid>, 'current' | 'isChosen' | 'setActive'>

/** Keeps the current row at its link while links come or go above it. Returns by how many rows it has moved. */
function useSteadyRow(rows: Rows, { current, isChosen, setActive }: Grid): number {
  const { row } = current
  const { view } = rows
  const id = rows.at(row)?.id
  const [known, setKnown] = useState({ row, id, view, moved: 0 })
  if (known.row === row && known.id === id && known.view === view) return known.moved
  const wasHere = isChosen && known.row === row && known.view === view && known.id !== undefined
  const index = wasHere ? rows.findIndex((other) => other.id === known.id) : -1
  const moved = known.view === view ? known.moved : 0
  if (index < 0) setKnown({ row, id, view, moved })
  else {
    setActive({ ...current, row: index })
    setKnown({ ...known, row: index, moved: moved + index - row })
  }
  return moved
}

/** Makes the row of the link beside the list the current one, and scrolls to it. */
export function useFollowedLink(
  rows: Rows,
  shownId: string | null,
  show: ReturnType<typeof useGrid>['show'],
) {
  const index = shownId === null ? -1 : rows.findIndex(({ id }) => id === shownId)
  const follow = useEffectEvent(() => {
    if (index >= 0) show({ row: index, column: -1 })
  })
  useEffect(() => follow(), [shownId])
}
