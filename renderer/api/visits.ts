import { keepPreviousData, queryOptions, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '../../contract/calls.ts'
import { firstDayOfPeriod } from '../../contract/utcDay.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

/** What a service has counted of a link; `null` where it reports no visits. */
export type LinkVisits = CallOutput<'visits.ofLink'>

/** Counts are written each second; who watches a link sees a new visit within a minute. */
const refetchIntervalMs = 60_000

/** What was counted of a link on the last UTC days, today among them. Asked for again while it is looked at. */
export function useVisits(id: string, days: number) {
  return useQuery({ ...visitsQuery(id, days), placeholderData: keepPreviousData })
}

/** The same of several links, in their order; those of which nothing is known yet are `null`. */
export function useVisitsOfLinks(ids: readonly string[], days: number): LinkVisits[] {
  return useQueries({ queries: ids.map((id) => visitsQuery(id, days)) }).map(({ data = null }) => data)
}

function visitsQuery(id: string, days: number) {
  return queryOptions({
    queryKey: ['visits.ofLink', id, days],
    queryFn: () => unwrapResult(call('visits.ofLink', { id, from: firstDayOfPeriod(days, Date.now()) })),
    refetchInterval: refetchIntervalMs,
  })
}

/** Asks once for the totals of some links, by their ids. */
export function useVisitTotals() {
  return useMutation({
    mutationFn: (ids: readonly string[]) => unwrapResult(call('visits.ofLinks', { ids: [...ids] })),
  })
}

/** Totals and lines of fourteen days of some links, by their ids. */
export function useVisitLines(ids: readonly string[]) {
  return useQuery({
    queryKey: ['visits.ofLinks', ...ids],
    queryFn: () => unwrapResult(call('visits.ofLinks', { ids: [...ids] })),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  })
}
