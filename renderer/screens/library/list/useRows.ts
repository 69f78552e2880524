import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { pageQuery, pageSettings, pageSize, readPage, useFirstPage } from '../../../api/library.ts'
import { usePagedRows, type PagedRows } from '../../../features/grid/usePagedRows.ts'

/** The loaded rows of a view. */
export interface Rows extends PagedRows<LibraryRow> {
  /** The view that these rows belong to: the previous one until the next one has loaded. */
  view: LibraryView
  /** Returns a range of rows. Refetches those that are no longer kept. */
  between: (first: number, last: number) => Promise<LibraryRow[]>
}

/** Reads a view page by page with keyset paging. */
export function useRows(view: LibraryView) {
  const client = useQueryClient()
  const first = useFirstPage(view)
  const [shownView, setShownView] = useState(view)
  if (shownView !== view && first.data && !first.isPlaceholderData) setShownView(view)
  const { rows: paged, cursors } = usePagedRows<LibraryView, LibraryRow, string>({
    list: shownView,
    pageSize,
    total: null,
    query: (_, cursor) => ({
      queryKey: pageQuery(shownView, cursor).queryKey,
      queryFn: () => readPage(shownView, cursor),
    }),
    settings: pageSettings,
  })
  const rows: Rows = {
    ...paged,
    view: shownView,
    between: async (firstRow, lastRow) => {
      const start = Math.floor(firstRow / pageSize)
      const wanted = cursors.slice(start, Math.floor(lastRow / pageSize) + 1)
      const pages = await Promise.all(wanted.map((cursor) => client.query(pageQuery(shownView, cursor))))
      const all = pages.flatMap((one) => one.rows)
      return all.slice(firstRow - start * pageSize, lastRow + 1 - start * pageSize)
    },
  }
  return { rows, first }
}
