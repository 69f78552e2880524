import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { LibraryView } from '../../contract/app/library/view.ts'
import { callQuery } from './useCall.ts'

/** Returns the exact number of links in a view; `undefined` until known. */
export function useExactCount(view: LibraryView, enabled: boolean): number | undefined {
  const { data } = useQuery({ ...exactCountQuery(view), enabled })
  return data?.total
}

/**
 * Returns how many creates of a view failed, which are in the list but have no link; `undefined` until known, and if it
 * couldn't be read.
 */
export function useFailedCount(view: LibraryView, enabled: boolean): number | undefined {
  const mayMatch = view.states.length === 0 || view.states.includes('failed')
  const failed = useExactCount({ ...view, states: ['failed'] }, enabled && mayMatch)
  return mayMatch ? failed : 0
}

/** The query of the exact number of links in a view. */
export function exactCountQuery(view: LibraryView) {
  return queryOptions({ ...callQuery('library.count', { view, exact: true }), staleTime: 0, gcTime: 20_000 })
}

/** Resolves with the exact number of links in a view, before an action on all of them. */
export async function countExactly(client: QueryClient, view: LibraryView): Promise<number> {
  return (await client.query({ ...exactCountQuery(view), gcTime: 0 })).total
}
