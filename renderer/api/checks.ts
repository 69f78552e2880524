import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Job } from '../../contract/app/jobs/job.ts'
import type { SelectedLinks } from '../../contract/app/library/view.ts'
import { call } from './call.ts'
import { splitIntoBatches } from './library.ts'
import { linkCalls } from './invalidation.ts'
import { cacheRecord } from './links.ts'
import { monitorsCalls } from './slowCalls.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult, type ProblemError } from './problemError.ts'
import { invalidateCalls, useCallMutation } from './useCall.ts'

/** Looks up a link's current state at its service. */
export function useCheckLink(settings: { onError?: (error: ProblemError) => void } = {}) {
  const client = useQueryClient()
  return useCallMutation('checks.one', {
    ...settings,
    onSuccess: ({ record }) => cacheRecord(client, record),
  })
}
export type CheckingLink = ReturnType<typeof useCheckLink>

/** Starts a background check of many links. Resolves with the number of links. */
export function useCheckMany() {
  const jobStarted = useRefreshJobs()
  return useMutation({
    mutationFn: async (which: SelectedLinks) => {
      let links = 0
      for (const part of splitIntoBatches(which)) {
        links += (await unwrapResult(call('checks.many', { which: part }))).links
        jobStarted()
      }
      return links
    },
    // The job shows progress even while its links are still being queued.
    onMutate: jobStarted,
  })
}

/** Returns how many links are still unchecked while no check is running. */
export function useRemainingChecks(jobs: readonly Job[]): number {
  const checks = jobs.filter(({ kind }) => kind === 'check')
  const isRunning = checks.some(({ state }) => state === 'running')
  const { data } = useQuery({
    queryKey: ['checks.left', checks.map(({ id, state }) => `${id} ${state}`).join()],
    meta: monitorsCalls,
    queryFn: () => unwrapResult(call('checks.left', {})),
    enabled: !isRunning,
    staleTime: 0,
    gcTime: 0,
  })
  return isRunning ? 0 : (data?.links ?? 0)
}

/** Refreshes the library while a check of many links runs: changed links immediately, everything at the end. */
export function useRefreshCheckedLinks(jobs: readonly Job[]): void {
  const client = useQueryClient()
  const last = jobs.findLast(({ kind }) => kind === 'check')
  const progressKey = last && `${last.id} ${last.state} ${countFound(last)}`
  useEffect(() => {
    if (progressKey === undefined) return
    void invalidateCalls(client, [...linkCalls, 'checks.history'])
  }, [client, progressKey])
}

function countFound({ counts }: Job): number {
  return (counts['changed'] ?? 0) + (counts['inactive'] ?? 0) + (counts['gone'] ?? 0)
}
