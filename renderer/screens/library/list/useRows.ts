import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { pageQuery, pageSize, useFirstPage } from '../../../api/collection.ts'
import type { LibraryPage } from '../../../api/collection.ts'
import { createPageCursors, withPages } from '../../../features/grid/pageCursors.ts'

/** The rows of a view as far as they were looked at. Only the pages around what is shown are kept. */
export interface Rows {
  /** Whose rows they are: the view before, until those of the next one are there. */
  view: LibraryView
  /** How many are known. There are more while `isWhole` is false. */
  count: number
  isWhole: boolean
  /** The row at a place; `undefined` while its page is on its way. */
  at: (index: number) => LibraryRow | undefined
  /** Says which places are on the screen. */
  look: (first: number, last: number) => void
  /** The rows from one place to another, asked for again where they are not kept. */
  between: (first: number, last: number) => Promise<LibraryRow[]>
}

/** Rows so far from what is seen are there before one scrolls to them. Those that nobody scrolls to are not asked for. */
const prefetchRows = 30

/** Reads a view page by page, from row to row (keyset paging): as quick at the end of a large library as at its beginning. */
export function useRows(view: LibraryView) {
  const client = useQueryClient()
  const first = useFirstPage(view)
  const [shownView, setShown] = useState(view)
  if (shownView !== view && first.data && !first.isPlaceholderData) setShown(view)
  const [kept, setTrail] = useState(() => createPageCursors<LibraryView, string>(shownView))
  const trail = kept.of === shownView ? kept : createPageCursors<LibraryView, string>(shownView)
  /** The first and the last page that are near to what is seen. */
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const from = Math.min(range[0], trail.cursors.length - 1)
  const wanted = trail.cursors.slice(from, range[1] + 1)
  const pages = useQueries({ queries: wanted.map((cursor) => pageQuery(shownView, cursor)) })
  const read = pages.map(({ data }) => data)
  const next = withPages(trail, from, read)
  if (next !== kept) setTrail(next)

  const page = (index: number): LibraryPage | undefined => read[pageOfRow(index) - from]
  const rows: Rows = {
    view: shownView,
    count: (next.cursors.length - 1) * pageSize + next.lastHas,
    isWhole: next.isWhole,
    at: (index) => page(index)?.rows[index % pageSize],
    look: (firstRow, lastRow) => {
      const near = [
        pageOfRow(Math.max(0, firstRow - prefetchRows)),
        pageOfRow(lastRow + prefetchRows),
      ] as const
      if (near[0] !== range[0] || near[1] !== range[1]) setRange(near)
    },
    between: async (firstRow, lastRow) => {
      const start = pageOfRow(firstRow)
      const cursors = next.cursors.slice(start, pageOfRow(lastRow) + 1)
      const asked = await Promise.all(cursors.map((cursor) => client.query(pageQuery(shownView, cursor))))
      const all = asked.flatMap((one) => one.rows)
      return all.slice(firstRow - start * pageSize, lastRow + 1 - start * pageSize)
    },
  }
  return { rows, first }
}

function pageOfRow(index: number): number {
  return Math.floor(index / pageSize)
}
