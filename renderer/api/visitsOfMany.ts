import { useQuery } from '@tanstack/react-query'
import type { CallOutput } from '../../contract/calls.ts'
import type { Problem } from '../../contract/problem.ts'
import { visitLimits } from '../../contract/visits.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { useCancellable } from './useCall.ts'

/** Visits of many links by id, as of their request. `problem` explains why some are missing. */
export interface VisitsAt {
  at: string
  lines: CallOutput<'visits.ofLinks'>['lines']
  problem: Problem | null
}

/** Returns the visits of any number of links, read once. Not requested while the links are unknown (`null`). */
export function useVisitsOfMany(ids: readonly string[] | null) {
  const queryKey = ['visits.ofLinks', ids]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readVisits(ids ?? [], signal),
    enabled: ids !== null,
    staleTime: Infinity,
    gcTime: 20_000,
  })
  return useCancellable(query, queryKey)
}

/** Reads visits in batches. Stops at the first batch without an answer, because the next one would have to wait too. */
async function readVisits(ids: readonly string[], signal: AbortSignal): Promise<VisitsAt> {
  const visits: VisitsAt = { at: new Date().toISOString(), lines: {}, problem: null }
  for (let start = 0; start < ids.length && !visits.problem; start += visitLimits.paths) {
    signal.throwIfAborted()
    const group = ids.slice(start, start + visitLimits.paths)
    const { lines, problem } = await unwrapResult(call('visits.ofLinks', { ids: group }))
    Object.assign(visits.lines, lines)
    visits.problem = problem
  }
  return visits
}
