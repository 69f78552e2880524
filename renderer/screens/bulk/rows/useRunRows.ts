import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { rowStateNames } from './rowStates.ts'
import type { Run, RunRow } from '../../../../contract/runs/run.ts'
import { isUnderWay, rowsPageSize, rowsQuery } from '../../../api/runs.ts'
import type { RowFilter } from '../../../api/runs.ts'
import { createPageCursors, withPages } from '../../../features/grid/pageCursors.ts'

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
export function totalRows({ counts }: Pick<Run, 'counts'>): number {
  return rowStateNames.reduce((sum, state) => sum + counts[state], 0)
}

/**
 * Reads the rows that are looked at. All rows are numbered without a gap, so any page of them can be asked for; those of a
 * filter are followed from page to page.
 */
export function useRunRows(run: Run, show: RowFilter): RunRows {
  const list = `${run.id} ${show}`
  const [kept, setTrail] = useState(() => createPageCursors<string, number>(list))
  const trail = kept.of === list ? kept : createPageCursors<string, number>(list)
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const total = totalRows(run)
  const known = show === 'all' ? Math.ceil(total / rowsPageSize) : trail.cursors.length
  // The pages before and after what is seen are there before one scrolls to them.
  const from = Math.max(0, Math.min(range[0] - 1, known - 1))
  const to = Math.max(1, Math.min(range[1] + 2, known))
  const after = (page: number) => (show === 'all' ? page * rowsPageSize : (trail.cursors[page] ?? 0))
  const pages = useQueries({
    queries: Array.from({ length: to - from }, (_, at) => ({
      ...rowsQuery(run.id, show, after(from + at)),
      refetchInterval: isUnderWay(run) ? pollMs : (false as const),
    })),
  })
  const read = pages.map(({ data }) => data)
  const next = show === 'all' ? trail : withPages(trail, from, read)
  if (next !== kept) setTrail(next)
  return {
    list,
    count: show === 'all' ? total : (next.cursors.length - 1) * rowsPageSize + next.lastHas,
    hasMore: show !== 'all' && !next.isWhole,
    at: (index) => read[Math.floor(index / rowsPageSize) - from]?.rows[index % rowsPageSize],
    look: (firstRow, lastRow) => {
      const seen = [Math.floor(firstRow / rowsPageSize), Math.floor(lastRow / rowsPageSize)] as const
      if (seen[0] !== range[0] || seen[1] !== range[1]) setRange(seen)
    },
    isPending: pages.some(({ isPending }) => isPending),
  }
}
