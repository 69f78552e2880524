import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { saveFile } from '../ui/saveFile.ts'
import { unwrapResult } from './problemError.ts'

const activityKey = ['activity.list'] as const

/** Which requests are shown. */
export type ActivityFilter = Pick<CallInput<'activity.list'>, 'operation' | 'profileId' | 'failed'>

/** The requests that the app has sent, newest first, a page at a time. Read anew whenever the screen is opened. */
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

/** One request with both texts, redacted. It never changes. */
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

/** Days that requests are kept; 0 keeps none. */
export function useSetRetention() {
  return useActivityChange((days: number) => unwrapResult(call('activity.setRetention', { days })))
}

/** Saves what helps with a question as a file without secrets. */
export function useSupportBundle() {
  return useMutation({ mutationFn: async () => saveFile(await unwrapResult(call('activity.bundle', {}))) })
}
