import { useQuery } from '@tanstack/react-query'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { exactCountQuery } from '../../../api/exactCount.ts'
import { useFirstPage } from '../../../api/library.ts'
import { readRows } from '../../../api/libraryPages.ts'
import { useVisitsOfMany } from '../../../api/visitsOfMany.ts'

/** Maximum number of links on a sheet: about 200 A4 pages. */
export const maxSheetLinks = 5_000

/** Reads the links of a sheet, then their visits. */
export function useSheet(view: LibraryView) {
  const { found, ...read } = useSheetEntries(view)
  const rows = found?.filter(({ link }) => link !== null)
  return {
    ...read,
    rows,
    /** Number of entries in the campaign without a link, such as failed ones. */
    withoutLink: (found?.length ?? 0) - (rows?.length ?? 0),
    visits: useVisitsOfMany(rows ? countedIds(rows) : null),
  }
}

/** Links of other services are never looked up. */
function countedIds(rows: readonly LibraryRow[]): string[] {
  return rows.filter(({ state }) => state !== 'reference').map(({ id }) => id)
}

/** Reads all entries of a view, unless there are too many. */
function useSheetEntries(view: LibraryView) {
  const first = useFirstPage(view)
  const counted = useQuery(exactCountQuery(view))
  const count = counted.data?.total
  const isPartial = first.data?.partial ?? false
  const isLarge = (count ?? 0) > maxSheetLinks
  const entries = useQuery({
    // Starts with the name of a call, so that every change of links refetches it.
    queryKey: ['library.search', view, 'sheet', { isPartial }],
    queryFn: () => readRows(view, maxSheetLinks + 1),
    enabled: first.data !== undefined && count !== undefined && !isLarge,
    gcTime: 20_000,
  })
  // The count may be from before every link was indexed.
  const isTooMany = isLarge || (entries.data ?? []).length > maxSheetLinks
  return {
    found: isTooMany ? undefined : entries.data,
    count,
    isTooMany,
    isPartial,
    error: first.error ?? counted.error ?? entries.error,
    retry: () => {
      for (const query of [first, counted, entries]) if (query.isError) void query.refetch()
    },
  }
}
