import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '../../contract/app/calls/calls.ts'
import { firstDayOfPeriod } from '../../contract/app/text/utcDay.ts'
import { request } from './call.ts'
import { callKey, useCall, useCancellable } from './useCall.ts'

/** A link's visits; `null` if its service doesn't report visits. */
export type LinkVisits = CallOutput<'visits.ofLink'>

/** The service updates its counts every second. Polling once a minute is enough for the screen. */
const refetchIntervalMs = 60_000

/** Returns a link's visits for the most recent UTC days, including today. Refetched while shown. */
export function useVisits(id: string, days: number) {
  const query = visitsQuery(id, days)
  return useCancellable(useQuery(query), query.queryKey)
}

/**
 * Returns the visits of several links in the given order; `null` for those that are not loaded. `isLoading` tells
 * whether some still are.
 */
export function useVisitsOfLinks(ids: readonly string[], days: number) {
  const queries = useQueries({ queries: ids.map((id) => visitsQuery(id, days)) })
  return {
    visits: queries.map(({ data = null }): LinkVisits => data),
    isLoading: queries.some(({ isLoading }) => isLoading),
  }
}

function visitsQuery(id: string, days: number) {
  return queryOptions({
    queryKey: ['visits.ofLink', id, days],
    queryFn: () => request('visits.ofLink', { id, from: firstDayOfPeriod(days, Date.now()) }),
    refetchInterval: refetchIntervalMs,
  })
}

/** Returns visit totals and 14-day sparklines of some links, by id. */
export function useVisitLines(ids: readonly string[]) {
  const input = { ids: [...ids] }
  const settings = {
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  }
  return useCancellable(useCall('visits.ofLinks', input, settings), callKey('visits.ofLinks', input))
}
