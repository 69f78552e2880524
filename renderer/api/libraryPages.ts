import type { QueryClient } from '@tanstack/react-query'
import type { LibraryView } from '../../contract/library/view.ts'
import { pageQuery } from './library.ts'
import type { LibraryPage } from './library.ts'

/** Returns every link of a view, reading one page after the other. */
export async function readAllRows(client: QueryClient, view: LibraryView): Promise<LibraryPage['rows']> {
  return await readRows(client, view, Infinity)
}

/** Returns at most the first `max` links of a view, reading one page after the other. */
export async function readRows(
  client: QueryClient,
  view: LibraryView,
  max: number,
): Promise<LibraryPage['rows']> {
  const rows: LibraryPage['rows'] = []
  for (let after: string | null = null; ;) {
    const page: LibraryPage = await client.query({ ...pageQuery(view, after), staleTime: 0, gcTime: 0 })
    rows.push(...page.rows)
    if (page.next === null || rows.length >= max) return rows.slice(0, max)
    after = page.next
  }
}

/** Returns the first links of a view that are loaded, without a gap. */
export function readLoadedRows(client: QueryClient, view: LibraryView): LibraryPage['rows'] {
  const rows: LibraryPage['rows'] = []
  for (let after: string | null = null; ;) {
    const page: LibraryPage | undefined = client.getQueryData(pageQuery(view, after).queryKey)
    if (page) rows.push(...page.rows)
    if (!page || page.next === null) return rows
    after = page.next
  }
}
