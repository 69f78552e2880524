import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { rowStateNames } from './rowStates.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { readRowsPage, readRunRows, rowsKey, rowsPageSize, rowsSettings } from '../../../api/runRows.ts'
import { isUnderWay } from '../../../api/runs.ts'
import type { PageStart, RowFilter } from '../../../api/runRows.ts'
import { createPageCursors, withPages } from '../../../features/grid/pageCursors.ts'

/** The loaded rows of a run. Only the pages around the visible rows are kept. */
export interface RunRows<R extends RunRow = RunRow> {
  /** Identifies the run and filter. When it changes, this is another list. */
  list: string
  /** Number of known rows. */
  count: number
  /** Whether there are more rows than known. */
  hasMore: boolean
  /** Returns the row at an index; `undefined` while its page loads. */
  at: (index: number) => R | undefined
  /** Sets which rows are visible. */
  setVisible: (first: number, last: number) => void
  isPending: boolean
  /** Why rows around the visible ones couldn't be read; `null` if they were. */
  problem: Problem | null
  /** Reads the rows again that couldn't be read. */
  retry: () => void
  /** Reads the first `max` rows. */
  read: (max: number) => Promise<readonly R[]>
  /** Returns at most `max` rows from an index on: those that are loaded, and reads those after them. */
  readFrom: (index: number, max: number) => Promise<readonly R[]>
}

/** Poll interval in milliseconds while links are created. */
const pollMs = 1_000

/** Returns the number of rows in a run. */
export function totalRows({ counts }: Pick<Run, 'counts'>): number {
  return rowStateNames.reduce((sum, state) => sum + counts[state], 0)
}

/** How rows are read: page by page through the cache, or many at once without it. */
export interface RowSource<F extends string, R extends RunRow> {
  /** Name of the query in the cache. */
  key: readonly string[]
  readPage: (id: string, show: F, start: PageStart) => Promise<{ rows: readonly R[]; next: number | null }>
  readRows: (id: string, show: F, max: number, after?: number) => Promise<readonly R[]>
}

/** Reads the visible rows of a run that creates links. */
export function useRunRows(run: Run, show: RowFilter): RunRows {
  return useRowPages(createdRows, run, show)
}

const createdRows: RowSource<RowFilter, RunRow> = {
  key: rowsKey,
  readPage: readRowsPage,
  readRows: readRunRows,
}

/**
 * Reads the visible rows. Without a filter, any page can be read directly; filtered rows are read page by page.
 */
export function useRowPages<F extends string, R extends RunRow>(
  source: RowSource<F, R>,
  run: Run,
  show: F,
): RunRows<R> {
  const list = `${run.id} ${show}`
  const [cursors, setCursors] = useState(() => createPageCursors<string, number>(list))
  const cursorsOfList = cursors.list === list ? cursors : createPageCursors<string, number>(list)
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const total = totalRows(run)
  const pageCount = show === 'all' ? Math.ceil(total / rowsPageSize) : cursorsOfList.cursors.length
  // Prefetches the pages before and after the visible one.
  const from = Math.max(0, Math.min(range[0] - 1, pageCount - 1))
  const to = Math.max(1, Math.min(range[1] + 2, pageCount))
  const startOf = (page: number): PageStart =>
    show === 'all' ? { skip: page * rowsPageSize } : { after: cursorsOfList.cursors[page] ?? 0 }
  const pages = useQueries({
    queries: Array.from({ length: to - from }, (_, page) => ({
      ...rowsSettings,
      queryKey: [...source.key, run.id, show, startOf(from + page)],
      queryFn: () => source.readPage(run.id, show, startOf(from + page)),
      refetchInterval: isUnderWay(run) ? pollMs : (false as const),
    })),
  })
  const failedPages = pages.filter(({ isLoadingError }) => isLoadingError)
  const loadedPages = pages.map(({ data }) => data)
  const at = (index: number) =>
    loadedPages[Math.floor(index / rowsPageSize) - from]?.rows[index % rowsPageSize]
  const next = show === 'all' ? cursorsOfList : withPages(cursorsOfList, from, loadedPages)
  if (next !== cursors) setCursors(next)
  return {
    list,
    count: show === 'all' ? total : (next.cursors.length - 1) * rowsPageSize + next.lastPageRows,
    hasMore: show !== 'all' && !next.isWhole,
    at,
    setVisible: (firstRow, lastRow) => {
      const visiblePages = [Math.floor(firstRow / rowsPageSize), Math.floor(lastRow / rowsPageSize)] as const
      if (visiblePages[0] !== range[0] || visiblePages[1] !== range[1]) setRange(visiblePages)
    },
    read: async (max) => await source.readRows(run.id, show, max),
    readFrom: async (index, max) => {
      const loaded: R[] = []
      for (let row = at(index); row && loaded.length < max; row = at(index + loaded.length)) loaded.push(row)
      const last = loaded.at(-1)
      if (!last || loaded.length === max) return loaded
      return [...loaded, ...(await source.readRows(run.id, show, max - loaded.length, last.number))]
    },
    isPending: pages.some(({ isPending }) => isPending),
    problem: failedPages[0]?.error?.problem ?? null,
    retry: () => {
      for (const page of failedPages) void page.refetch()
    },
  }
}
