import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '../../contract/job.ts'
import { call } from './call.ts'
import { monitorsCalls, useIsCallSlow } from './slowCalls.ts'
import { unwrapResult } from './problemError.ts'

const jobsKey = ['jobs.list'] as const

/** Poll interval while a job runs, in milliseconds. */
const pollMs = 300

const isRunning = ({ state }: Job) => state === 'running'

/** Returns the running jobs and the finished ones not yet dismissed. Polls while something runs. */
export function useJobs(): readonly Job[] {
  const isLong = useIsCallSlow()
  const { data } = useQuery({
    queryKey: jobsKey,
    meta: monitorsCalls,
    queryFn: () => unwrapResult(call('jobs.list', {})),
    refetchInterval: ({ state }) => (isLong || state.data?.some(isRunning) ? pollMs : false),
    staleTime: 0,
  })
  return data ?? noJobs
}

const noJobs: readonly Job[] = []

/** Returns a function that refetches the jobs after one was started. */
export function useRefreshJobs(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: jobsKey })
}
