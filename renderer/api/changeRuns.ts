import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallInput } from '../../contract/app/calls/calls.ts'
import type { ChangeRow } from '../../contract/app/calls/runs/changeRuns.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import { call } from './call.ts'
import { linkCalls } from './invalidation.ts'
import { awaitRunJob, useJobs } from './jobs.ts'
import { unwrapResult, type ProblemError } from './problemError.ts'
import { readBatches, readWhole, rowsPageSize, type PageStart } from './runRows.ts'
import { cacheRun } from './runs.ts'
import { invalidateCalls } from './useCall.ts'

type ChangeRunCall = 'changeRuns.prepare' | 'changeRuns.plan' | 'changeRuns.skip'

/** Returns a mutation for a call that returns the updated change run, which is then shown. */
export function useChangeRunMutation<N extends ChangeRunCall>(name: N) {
  const client = useQueryClient()
  return useMutation<Run, ProblemError, CallInput<N>>({
    mutationFn: (input) => unwrapResult(call(name, input)),
    // The dry run is a job, so show it before the call returns.
    onMutate: () => awaitRunJob(client),
    onSuccess: (run) => cacheRun(client, run),
    onError: () => invalidateCalls(client, ['runs.get']),
    onSettled: () => refreshChangeRows(client),
  })
}

/** Returns whether a dry run of the run is in progress, no matter what started it. */
export function useIsPlanning(run: string): boolean {
  const client = useQueryClient()
  const isPlanning = useJobs().some((job) => job.run === run && job.state === 'running')
  useEffect(() => {
    if (!isPlanning) return undefined
    return () => void invalidateCalls(client, ['runs.get', 'changeRuns.rows'])
  }, [isPlanning, client])
  return isPlanning
}

/** Refetches the visible rows of change runs. */
function refreshChangeRows(client: QueryClient): Promise<void> {
  return invalidateCalls(client, ['changeRuns.rows'])
}

/** Refetches what a change run affects: links and their histories. */
export function refreshChangedLinks(client: QueryClient): Promise<void> {
  return invalidateCalls(client, [
    ...linkCalls,
    'changeRuns.rows',
    'changes.open',
    'changes.history',
    'checks.history',
  ])
}

/** Which rows of a run are shown. */
export type ChangeRowFilter = NonNullable<CallInput<'changeRuns.rows'>['show']>

/** Query key of the rows of all runs. */
export const changeRowsKey = ['changeRuns.rows'] as const

/** Reads a whole page of rows, in several calls if they are large. */
export async function readChangePage(
  id: string,
  show: ChangeRowFilter,
  start: PageStart,
  limit = rowsPageSize,
): Promise<{ rows: ChangeRow[]; next: number | null }> {
  return await readWhole(start, limit, async (part) =>
    unwrapResult(call('changeRuns.rows', { id, show, ...part })),
  )
}

/** Reads at most `max` rows of a run after a row number in batches, without the cache. */
export async function readChangeRows(
  id: string,
  show: ChangeRowFilter,
  max = Infinity,
  after = 0,
): Promise<ChangeRow[]> {
  return await readBatches(max, (start, limit) => readChangePage(id, show, start, limit), after)
}
