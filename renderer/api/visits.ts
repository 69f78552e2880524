import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { valueOf } from './problemError.ts'

/** What a service has counted of a link; `null` where it reports no visits. */
export type LinkVisits = CallOutput<'visits.ofLink'>

/** Counts are written each second; who watches a link sees a new visit within half a minute. */
const askedEach = 30_000

/** What was counted of a link since a UTC day. Asked for again while it is looked at. */
export function useVisits(id: string, from: string) {
  return useQuery({
    queryKey: ['visits.ofLink', id, from],
    queryFn: () => valueOf(call('visits.ofLink', { id, from })),
    placeholderData: keepPreviousData,
    refetchInterval: askedEach,
  })
}

/** Totals and lines of fourteen days of some links, by their ids. */
export function useVisitLines(ids: readonly string[]) {
  return useQuery({
    queryKey: ['visits.ofLinks', ...ids],
    queryFn: () => valueOf(call('visits.ofLinks', { ids: [...ids] })),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: askedEach,
  })
}
