import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { LibraryView } from '../../contract/app/library/view.ts'
import { request } from './call.ts'
import { pageQuery, type LibraryPage } from './library.ts'

/** Rows per page for reading many: the maximum that `library.search` allows. */
const largePageSize = 200

/** Returns every link of a view, reading one page after the other. */
export async function readAllRows(view: LibraryView): Promise<LibraryPage['rows']> {
  return await readRows(view, Infinity)
}

/**
 * Returns at most the first `max` links of a view, reading one page after the other. Does not add them to the list's
 * cache.
 */
export async function readRows(view: LibraryView, max: number): Promise<LibraryPage['rows']> {
  const rows: LibraryPage['rows'] = []
  for (let after: string | null = null; ;) {
    const page: LibraryPage = await request('library.search', {
      view,
      limit: largePageSize,
      ...(after === null ? {} : { after }),
    })
    rows.push(...page.rows)
    if (page.next === null || rows.length >= max) return rows.slice(0, max)
    after = page.next
  }
}

/** Returns the view's loaded links from the first one up to the first gap. */
export function readLoadedRows(client: QueryClient, view: LibraryView): LibraryPage['rows'] {
  const rows: LibraryPage['rows'] = []
  for (let after: string | null = null; ;) {
    const page: LibraryPage | undefined = client.getQueryData(pageQuery(view, after).queryKey)
    if (page) rows.push(...page.rows)
    if (!page || page.next === null) return rows
    after = page.next
  }
}

/** Returns at most the first `max` links of a view. Refetched as the list is. */
export function useRowsOf(view: LibraryView, max: number) {
  return useQuery({ queryKey: ['library.search', 'all', view, max], queryFn: () => readRows(view, max) })
}
