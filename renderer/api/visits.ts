import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '../../contract/calls.ts'
import { firstOfLast } from '../../contract/utcDay.ts'
import { call } from './call.ts'
import { valueOf } from './problemError.ts'

/** What a service has counted of a link; `null` where it reports no visits. */
export type LinkVisits = CallOutput<'visits.ofLink'>

/** Counts are written each second; who watches a link sees a new visit within half a minute. */
const askedEach = 30_000

/** What was counted of a link on the last UTC days, today among them. Asked for again while it is looked at. */
export function useVisits(id: string, days: number) {
  return useQuery({
    queryKey: ['visits.ofLink', id, days],
    queryFn: () => valueOf(call('visits.ofLink', { id, from: firstOfLast(days, Date.now()) })),
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
