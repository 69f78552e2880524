import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '../../contract/app/jobs/job.ts'
import type { SelectedLinks } from '../../contract/app/library/view.ts'
import { request } from './call.ts'
import { countLinks, requestInBatches } from './library.ts'
import { cacheRecord } from './links.ts'
import { monitorsCalls } from './slowCalls.ts'
import { useRefreshJobs } from './jobs.ts'
import type { ProblemError } from './problemError.ts'
import { useCallMutation } from './useCall.ts'

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
      const started = await requestInBatches(which, async (batch) => {
        const answer = await request('checks.many', { which: batch })
        jobStarted()
        return answer
      })
      return countLinks(started)
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
    queryFn: () => request('checks.left', {}),
    enabled: !isRunning,
    staleTime: 0,
    gcTime: 0,
  })
  return isRunning ? 0 : (data?.links ?? 0)
}
