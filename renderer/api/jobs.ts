import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Job } from '../../contract/app/jobs/job.ts'
import { request } from './call.ts'
import { monitorsCalls, useIsCallSlow } from './slowCalls.ts'

const jobsKey = ['jobs.list'] as const

/** Poll interval while a job runs, in milliseconds. */
const pollMs = 300

/**
 * How long to poll for a job, in milliseconds. It starts during or after the call, or after the previous run's job.
 */
const maxStartMs = 2_000
let pollUntil = 0

const isRunning = ({ state }: Job) => state === 'running'

/** Returns the running jobs and the finished ones not yet dismissed. Polls while something runs. */
export function useJobs(): readonly Job[] {
  const isLong = useIsCallSlow()
  const { data } = useQuery({
    queryKey: jobsKey,
    meta: monitorsCalls,
    queryFn: async () => {
      const jobs = await request('jobs.list', {})
      if (jobs.some(isRunning)) pollUntil = Date.now() + maxStartMs
      return jobs
    },
    refetchInterval: () => (isLong || Date.now() < pollUntil ? pollMs : false),
    // A notification says that it has ended.
    refetchIntervalInBackground: true,
    staleTime: 0,
  })
  return data ?? noJobs
}

const noJobs: readonly Job[] = []

/** Polls for a job that is about to start. */
export function awaitJob(client: QueryClient): void {
  pollUntil = Date.now() + maxStartMs
  void client.invalidateQueries({ queryKey: jobsKey })
}

/** Returns a function that refetches the jobs after one was started. */
export function useRefreshJobs(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: jobsKey })
}
