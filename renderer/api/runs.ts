import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallInput, CallName, CallOutput } from '../../contract/app/calls/calls.ts'
import { isUnderWay as isStateUnderWay } from '../../contract/app/runs/stateMachine.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import { call } from './call.ts'
import { saveWhenReady } from './exports.ts'
import { linkCalls, type MutationName } from './invalidation.ts'
import { awaitJob, useJobs } from './jobs.ts'
import type { ProblemError } from './problemError.ts'
import { callKey, invalidateCalls, useCall, useCallMutation, type CallMutation } from './useCall.ts'
import { showProblem } from './offerUndo.ts'

/** Query key of the lists of runs. */
export const listKey = ['runs.list'] as const
const runKey = (id: string) => callKey('runs.get', { id })

/** Poll interval in milliseconds while a run is in progress. */
const pollMs = 500

/** Returns whether a run is creating links, or will without further input. */
export function isUnderWay({ state }: Pick<Run, 'state'>): boolean {
  return isStateUnderWay(state)
}

/** Returns one run with its current progress. Polls while links are being created. */
export function useRun(id: string | null) {
  return useCall(
    'runs.get',
    { id: id ?? '' },
    {
      enabled: id !== null,
      refetchInterval: ({ state: { data } }) => {
        // Rows that were in flight when a run was cancelled still finish.
        if (!data) return false
        const { run } = data
        // Its rows may be checked by another window, or for another change.
        const isUnchecked = run.state === 'preparing' && !run.checked
        const isAsking = run.state === 'preparing' && run.pathsToCheck > 0 && run.problem === null
        const waits = [isUnderWay(run), run.counts.pending > 0, run.comparing, isUnchecked, isAsking]
        return waits.includes(true) ? pollMs : false
      },
      staleTime: 0,
    },
  )
}

/** Returns whether a job is checking the run's rows, no matter which window started it. */
export function useIsChecking(id: string): boolean {
  return useJobs().some(({ kind, state, run }) => kind === 'checkRows' && state === 'running' && run === id)
}

/** Returns whether a dry run of the run is in progress, no matter what started it. */
export function useIsPlanning(run: string): boolean {
  const client = useQueryClient()
  const isPlanning = useJobs().some((job) => job.run === run && job.state === 'running')
  useEffect(() => {
    if (!isPlanning) return undefined
    return () => void invalidateCalls(client, ['runs.get', 'runs.rows'])
  }, [isPlanning, client])
  return isPlanning
}

/** Refetches what a change run affects: links and their histories. */
export function refreshChangedLinks(client: QueryClient): Promise<void> {
  return invalidateCalls(client, [
    ...linkCalls,
    ...(['runs.rows', 'changes.open', 'changes.history', 'checks.history'] as const),
  ])
}

/** Shows a run as a call has returned it. Cancels reads in flight, whose answers could be older. */
export async function cacheRun(client: QueryClient, run: Run): Promise<void> {
  await client.cancelQueries({ queryKey: runKey(run.id) })
  const cached = client.getQueryData<CallOutput<'runs.get'>>(runKey(run.id))
  const { throughput = null, isBehind = false, following = 0 } = cached ?? {}
  client.setQueryData<CallOutput<'runs.get'>>(runKey(run.id), { run, throughput, isBehind, following })
  void client.invalidateQueries({ queryKey: listKey })
  if (isUnderWay(run)) awaitJob(client)
}

/** Calls that return the updated run, alone or with other data. */
type RunCall = {
  [N in CallName as N extends `runs.${string}` ? N : never]: CallOutput<N> extends Run | { run: Run }
    ? N
    : never
} extends infer T
  ? T[keyof T] & MutationName
  : never

interface RunMutationSettings<N extends RunCall> {
  /** Called when the run is shown, also after the component was unmounted. */
  onSuccess?: ((answer: CallOutput<N>) => void) | undefined
  onError?: (error: ProblemError) => void
}

/** Returns a mutation for a call that answers with the updated run, which is then shown. */
export function useRunMutation<N extends RunCall>(
  name: N,
  settings: RunMutationSettings<N> = {},
): CallMutation<N> {
  const client = useQueryClient()
  return useCallMutation(name, {
    onSuccess: async (answer) => {
      const updated: Run | { run: Run } = answer
      await cacheRun(client, 'run' in updated ? updated.run : updated)
      settings.onSuccess?.(answer)
    },
    onError: (error) => {
      settings.onError?.(error)
      // A failure may mean that the window shows an outdated state of the run.
      return invalidateCalls(client, ['runs.get'])
    },
  })
}

/** Like `useRunMutation`, for a call that has no place to show its problem, which becomes a toast. */
export function useRunAction<N extends RunCall>(
  name: N,
  onSuccess?: (answer: CallOutput<N>) => void,
): CallMutation<N> {
  return useRunMutation(name, { onSuccess, onError: showProblem })
}

/**
 * Saves a mapping that is still being edited, so that it survives if the window is closed. Ignores failures: they are
 * shown when the mapping is saved with `runs.map` and its rows are checked.
 */
export function keepMapping(input: Pick<CallInput<'runs.map'>, 'id' | 'mapping'>): void {
  void call('runs.map', { ...input, check: false })
}

/** Exports a run's table or an empty template. The file is downloaded as soon as it is ready; a problem becomes a toast. */
export function useRunFile() {
  const outcomes = { onSuccess: ({ job }: { job: string }) => saveWhenReady(job), onError: showProblem }
  return {
    results: useCallMutation('runs.export', outcomes),
    template: useCallMutation('runs.template', outcomes),
  }
}
