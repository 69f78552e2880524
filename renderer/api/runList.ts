import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { CallInput } from '../../contract/app/calls/calls.ts'
import { request } from './call.ts'
import { isUnderWay, listKey } from './runs.ts'

/** Poll interval in milliseconds while a run in the list is in progress. */
const listPollMs = 1_500

/** Whether runs create or change links. */
export type RunKind = NonNullable<CallInput<'runs.list'>['kind']>

/** Returns the runs of one kind, newest first, in pages. A search filters by name. */
export function useRuns(kind: RunKind, search: string) {
  return useInfiniteQuery({
    queryKey: [...listKey, kind, search],
    queryFn: ({ pageParam }) => request('runs.list', { kind, search, before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ runs }) => runs.some(isUnderWay)) ? listPollMs : false,
    staleTime: 0,
    gcTime: 20_000,
  })
}
