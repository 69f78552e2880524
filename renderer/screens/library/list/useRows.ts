import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { pageQuery, pageSize, useFirstPage, type LibraryPage } from '../../../api/library.ts'
import { createPageCursors, withPages } from '../../../features/grid/pageCursors.ts'

/** The loaded rows of a view. Only the pages around the visible rows are kept. */
export interface Rows {
  /** The view that these rows belong to: the previous one until the next one has loaded. */
  view: LibraryView
  /** Number of known rows. There may be more while `isWhole` is false. */
  count: number
  isWhole: boolean
  /** Returns the row at an index; `undefined` while its page loads. */
  at: (index: number) => LibraryRow | undefined
  /** Returns the index of a link among the kept rows; -1 for others. */
  indexOf: (id: string) => number
  /** The rows that are kept, as they are now. */
  kept: readonly LibraryRow[]
  /** Sets which rows are visible. */
  setVisible: (first: number, last: number) => void
  /** Returns a range of rows. Refetches those that are no longer kept. */
  between: (first: number, last: number) => Promise<LibraryRow[]>
}

/** Rows this close to the visible ones are prefetched. */
const prefetchRows = 30

/** Reads a view page by page with keyset paging, equally fast at the end of a large library. */
export function useRows(view: LibraryView) {
  const client = useQueryClient()
  const first = useFirstPage(view)
  const [shownView, setShownView] = useState(view)
  if (shownView !== view && first.data && !first.isPlaceholderData) setShownView(view)
  const [cursors, setCursors] = useState(() => createPageCursors<LibraryView, string>(shownView))
  const cursorsOfList =
    cursors.list === shownView ? cursors : createPageCursors<LibraryView, string>(shownView)
  /** First and last page near the visible rows. */
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const from = Math.min(range[0], cursorsOfList.cursors.length - 1)
  const cursorsInRange = cursorsOfList.cursors.slice(from, range[1] + 1)
  const pages = useQueries({ queries: cursorsInRange.map((cursor) => pageQuery(shownView, cursor)) })
  const read = pages.map(({ data }) => data)
  const next = withPages(cursorsOfList, from, read)
  if (next !== cursors) setCursors(next)

  const page = (index: number): LibraryPage | undefined => read[pageOfRow(index) - from]
  const rows: Rows = {
    view: shownView,
    count: (next.cursors.length - 1) * pageSize + next.lastPageRows,
    isWhole: next.isWhole,
    at: (index) => page(index)?.rows[index % pageSize],
    indexOf: (id) => {
      const pageIndex = read.findIndex((loaded) => loaded?.rows.some((row) => row.id === id))
      const index = read[pageIndex]?.rows.findIndex((row) => row.id === id) ?? -1
      return index < 0 ? -1 : (from + pageIndex) * pageSize + index
    },
    kept: read.flatMap((loaded) => loaded?.rows ?? []),
    setVisible: (firstRow, lastRow) => {
      const nearPages = [
        pageOfRow(Math.max(0, firstRow - prefetchRows)),
        pageOfRow(lastRow + prefetchRows),
      ] as const
      if (nearPages[0] !== range[0] || nearPages[1] !== range[1]) setRange(nearPages)
    },
    between: async (firstRow, lastRow) => {
      const start = pageOfRow(firstRow)
      const cursors = next.cursors.slice(start, pageOfRow(lastRow) + 1)
      const readPages = await Promise.all(cursors.map((cursor) => client.query(pageQuery(shownView, cursor))))
      const all = readPages.flatMap((one) => one.rows)
      return all.slice(firstRow - start * pageSize, lastRow + 1 - start * pageSize)
    },
  }
  return { rows, first }
}

function pageOfRow(index: number): number {
  return Math.floor(index / pageSize)
}
