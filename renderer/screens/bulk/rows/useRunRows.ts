import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { rowStateNames } from './rowStates.ts'
import type { Run, RunRow } from '../../../../contract/runs/run.ts'
import { isUnderWay, rowsPage, rowsQuery } from '../../../api/runs.ts'
import type { RowsShown } from '../../../api/runs.ts'
import { beginTrail, followed } from '../../../features/grid/trail.ts'

/** The rows of a run as far as they were looked at. Only the pages around what is shown are kept. */
export interface RunRows {
  /** Whose rows they are, and which: what makes it another list. */
  list: string
  /** How many are known. */
  count: number
  /** There are more than are known. */
  hasMore: boolean
  /** The row at a place; `undefined` while its page is on its way. */
  at: (index: number) => RunRow | undefined
  /** Says which places are on the screen. */
  look: (first: number, last: number) => void
  isPending: boolean
}

/** In milliseconds, while links are made. */
const pollMs = 1_000

/** How many rows a run has. */
export function totalOf({ counts }: Pick<Run, 'counts'>): number {
  return rowStateNames.reduce((sum, state) => sum + counts[state], 0)
}

/**
 * Reads the rows that are looked at. All rows are numbered without a gap, so any page of them can be asked for; those of a
 * filter are followed from page to page.
 */
export function useRunRows(run: Run, show: RowsShown): RunRows {
  const list = `${run.id} ${show}`
  const [kept, setTrail] = useState(() => beginTrail<string, number>(list))
  const trail = kept.of === list ? kept : beginTrail<string, number>(list)
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const total = totalOf(run)
  const known = show === 'all' ? Math.ceil(total / rowsPage) : trail.cursors.length
  // The pages before and after what is seen are there before one scrolls to them.
  const from = Math.max(0, Math.min(range[0] - 1, known - 1))
  const to = Math.max(1, Math.min(range[1] + 2, known))
  const after = (page: number) => (show === 'all' ? page * rowsPage : (trail.cursors[page] ?? 0))
  const pages = useQueries({
    queries: Array.from({ length: to - from }, (_, at) => ({
      ...rowsQuery(run.id, show, after(from + at)),
      refetchInterval: isUnderWay(run) ? pollMs : (false as const),
    })),
  })
  const read = pages.map(({ data }) => data)
  const next = show === 'all' ? trail : followed(trail, from, read)
  if (next !== kept) setTrail(next)
  return {
    list,
    count: show === 'all' ? total : (next.cursors.length - 1) * rowsPage + next.lastHas,
    hasMore: show !== 'all' && !next.isWhole,
    at: (index) => read[Math.floor(index / rowsPage) - from]?.rows[index % rowsPage],
    look: (firstRow, lastRow) => {
      const seen = [Math.floor(firstRow / rowsPage), Math.floor(lastRow / rowsPage)] as const
      if (seen[0] !== range[0] || seen[1] !== range[1]) setRange(seen)
    },
    isPending: pages.some(({ isPending }) => isPending),
  }
}
