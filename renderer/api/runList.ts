import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '../../contract/app/calls/calls.ts'
import { request } from './call.ts'
import { isUnderWay, listKey } from './runs.ts'

/** Poll interval in milliseconds while a run in the list is in progress. */
const listPollMs = 1_500

/** Whether runs create or change links. */
export type RunKind = NonNullable<CallInput<'runs.list'>['kind']>

/** Returns the runs of one kind, newest first. A search filters by name. */
export function useRuns(kind: RunKind, search: string, pages: number) {
  return useQuery({
    queryKey: [...listKey, kind, search, pages],
    queryFn: () => readFirstRuns(kind, search, pages),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? listPollMs : false),
    staleTime: 0,
    gcTime: 20_000,
  })
}

async function readFirstRuns(kind: RunKind, search: string, pages: number): Promise<CallOutput<'runs.list'>> {
  const all: CallOutput<'runs.list'> = { runs: [], next: null }
  for (let page = 0; page < pages && (page === 0 || all.next !== null); page++) {
    const before = all.next === null ? {} : { before: all.next }
    const result = await request('runs.list', { kind, search, ...before })
    all.runs.push(...result.runs)
    all.next = result.next
  }
  return all
}
