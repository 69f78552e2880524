import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Problem } from '../../../contract/app/problems/problem.ts'

/** A page of a list and the cursor of the next page; `null` at the end. */
interface Page<Row, Cursor> {
  rows: readonly Row[]
  next: Cursor | null
}

/** The start cursor of each page of a list. A cursor is known once the page before it has been read. */
interface PageCursors<List, Cursor> {
  /** The list that the cursors belong to. */
  list: List
  cursors: (Cursor | null)[]
  lastPageRows: number
  /** Whether the last known page is the last page of the list. */
  isWhole: boolean
}

interface PagedList<List, Row, Cursor> {
  /** Identifies the list. */
  list: List
  pageSize: number
  /** The number of rows, if any page can be read directly; `null` if a page begins where the previous one ended. */
  total: number | null
  /** Where a page is in the cache, and how it is read. */
  query: (
    page: number,
    cursor: Cursor | null,
  ) => { queryKey: readonly unknown[]; queryFn: () => Promise<Page<Row, Cursor>> }
  settings: {
    gcTime: number
    staleTime?: number
    meta?: Record<string, unknown>
    refetchInterval?: number | false
  }
}

/** The loaded rows of a list. Only the pages around the visible rows are kept. */
export interface PagedRows<Row> {
  /** Number of known rows. There may be more while `isWhole` is false. */
  count: number
  isWhole: boolean
  /** Returns the row at an index; `undefined` while its page loads. */
  at: (index: number) => Row | undefined
  /** Returns the index of the first kept row for which this is true; -1 if there is none. */
  findIndex: (isWanted: (row: Row) => boolean) => number
  /** The rows that are kept, as they are now. */
  kept: readonly Row[]
  setVisible: (first: number, last: number) => void
  isPending: boolean
  /** Why rows around the visible ones couldn't be read; `null` if they were. */
  problem: Problem | null
  /** Reads the rows again that couldn't be read. */
  retry: () => void
}

/** Rows this close to the visible ones are prefetched. */
const prefetchRows = 30

/** Reads a list page by page, equally fast at its end. Also returns the known cursors of its pages. */
export function usePagedRows<List, Row, Cursor>({
  list,
  pageSize,
  total,
  query,
  settings,
}: PagedList<List, Row, Cursor>): { rows: PagedRows<Row>; cursors: readonly (Cursor | null)[] } {
  const [stored, setStored] = useState(() => createPageCursors<List, Cursor>(list))
  const known = stored.list === list ? stored : createPageCursors<List, Cursor>(list)
  /** First and last page near the visible rows. */
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const pageCount = total === null ? known.cursors.length : Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(range[0], pageCount - 1)
  const length = Math.min(range[1] + 1, pageCount) - from
  const queries = useQueries({
    queries: Array.from({ length }, (_, index) => ({
      ...settings,
      ...query(from + index, known.cursors[from + index] ?? null),
    })),
  })
  const pages = queries.map(({ data }) => data)
  const failed = queries.filter(({ isLoadingError }) => isLoadingError)
  const current = total === null ? withPages(known, from, pages) : known
  if (current !== stored) setStored(current)

  const pageOf = (index: number) => Math.floor(index / pageSize)
  const kept = pages.flatMap((page) => page?.rows ?? [])
  const at = (index: number) => pages[pageOf(index) - from]?.rows[index % pageSize]
  const rows: PagedRows<Row> = {
    count: total ?? (current.cursors.length - 1) * pageSize + current.lastPageRows,
    isWhole: total !== null || current.isWhole,
    at,
    findIndex: (isWanted) => {
      const page = pages.findIndex((loaded) => loaded?.rows.some(isWanted))
      const index = pages[page]?.rows.findIndex(isWanted) ?? -1
      return index < 0 ? -1 : (from + page) * pageSize + index
    },
    kept,
    setVisible: (first, last) => {
      const near = [pageOf(Math.max(0, first - prefetchRows)), pageOf(last + prefetchRows)] as const
      if (near[0] !== range[0] || near[1] !== range[1]) setRange(near)
    },
    isPending: queries.some(({ isPending }) => isPending),
    problem: failed[0]?.error?.problem ?? null,
    retry: () => {
      for (const page of failed) void page.refetch()
    },
  }
  return { rows, cursors: current.cursors }
}

/** Returns the cursors of a list before any page has been read. */
function createPageCursors<List, Cursor>(list: List): PageCursors<List, Cursor> {
  return { list, cursors: [null], lastPageRows: 0, isWhole: false }
}

/** Returns the cursors with those that newly read pages have added. Returns the same object if nothing is new. */
function withPages<List, Cursor>(
  known: PageCursors<List, Cursor>,
  from: number,
  pages: readonly (Page<unknown, Cursor> | undefined)[],
): PageCursors<List, Cursor> {
  let { cursors, lastPageRows, isWhole } = known
  for (const [pageIndex, page] of pages.entries()) {
    const number = from + pageIndex
    if (!page || number >= cursors.length) continue
    if (page.next === null) {
      // The list is shorter because rows were deleted.
      if (cursors.length > number + 1) cursors = cursors.slice(0, number + 1)
      lastPageRows = page.rows.length
      isWhole = true
    } else if (cursors[number + 1] !== page.next) {
      if (number + 1 >= cursors.length) [lastPageRows, isWhole] = [0, false]
      cursors = cursors.with(number, cursors[number] ?? null)
      cursors[number + 1] = page.next
    }
  }
  const isUnchanged =
    cursors === known.cursors && lastPageRows === known.lastPageRows && isWhole === known.isWhole
  return isUnchanged ? known : { list: known.list, cursors, lastPageRows, isWhole }
}
