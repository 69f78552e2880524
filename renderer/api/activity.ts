import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { saveFile } from '../ui/saveFile.ts'
import { unwrapResult } from './problemError.ts'

const activityKey = ['activity.list'] as const

/** Filters of the activity list. */
export type ActivityFilter = Pick<CallInput<'activity.list'>, 'operation' | 'profileId' | 'failed'>

/** Returns the requests that the app has sent, newest first, page by page. Refetched whenever the screen opens. */
export function useActivity(filter: ActivityFilter) {
  return useInfiniteQuery({
    queryKey: [...activityKey, filter],
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

/** Returns one request with its request and response text, redacted. An entry never changes. */
export function useActivityDetail(id: number | null) {
  return useQuery({
    queryKey: ['activity.get', id],
    queryFn: () => unwrapResult(call('activity.get', { id: id ?? 0 })),
    enabled: id !== null,
    staleTime: Infinity,
  })
}

function useActivityChange<I, O>(change: (input: I) => Promise<O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: activityKey }),
  })
}

export function useClearActivity() {
  return useActivityChange(() => unwrapResult(call('activity.clear', {})))
}

/** Sets for how many days requests are kept; 0 keeps none. */
export function useSetRetention() {
  return useActivityChange((days: number) => unwrapResult(call('activity.setRetention', { days })))
}

/** Saves a support bundle: diagnostics without secrets. */
export function useSupportBundle() {
  return useMutation({ mutationFn: async () => saveFile(await unwrapResult(call('activity.bundle', {}))) })
}
