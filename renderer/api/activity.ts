import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { saveFile } from '../ui/saveFile.ts'
import { unwrapResult } from './problemError.ts'

/** Filters of the activity list. */
export type ActivityFilter = Pick<CallInput<'activity.list'>, 'operation' | 'profileId' | 'failed'>

/** Returns the requests that the app has sent, newest first, page by page. Refetched whenever the screen opens. */
export function useActivity(filter: ActivityFilter) {
  return useInfiniteQuery({
    queryKey: ['activity.list', filter],
    queryFn: ({ pageParam }) =>
      unwrapResult(
        call('activity.list', { ...filter, limit: 50, ...(pageParam === null ? {} : { before: pageParam }) }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
    staleTime: 0,
  })
}

/** Saves a support bundle: diagnostics without secrets. */
export function useSupportBundle() {
  return useMutation({ mutationFn: async () => saveFile(await unwrapResult(call('activity.bundle', {}))) })
}
