import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { LibraryView } from '../../contract/app/library/view.ts'
import { indexingMs } from './library.ts'
import { callQuery } from './useCall.ts'

/** The query of the number of links in a view, which is counted again while some links are still being indexed. */
function countQuery(view: LibraryView) {
  return queryOptions({
    ...callQuery('library.count', { view }),
    refetchInterval: ({ state }) => (state.data?.atLeast ? indexingMs : false),
    staleTime: 0,
    gcTime: 20_000,
  })
}

/** Returns the query of the number of links in a view. */
export function useCount(view: LibraryView, enabled = true) {
  return useQuery({ ...countQuery(view), enabled })
}

/** Returns the number of links in a view; `undefined` until known. */
export function useTotal(view: LibraryView, enabled = true): number | undefined {
  return useCount(view, enabled).data?.total
}

/**
 * Returns how many creates of a view failed, which are in the list but have no link; `undefined` until known, and if it
 * couldn't be read.
 */
export function useFailedCount(view: LibraryView, enabled = true): number | undefined {
  const mayMatch = view.states.length === 0 || view.states.includes('failed')
  const failed = useTotal({ ...view, states: ['failed'] }, enabled && mayMatch)
  return mayMatch ? failed : 0
}

/** Resolves with the current number of links in a view, before an action on all of them. */
export async function countMatching(client: QueryClient, view: LibraryView): Promise<number> {
  return (await client.query({ ...countQuery(view), gcTime: 0 })).total
}
