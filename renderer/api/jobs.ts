import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import type { Job } from '../../contract/job.ts'
import { call } from './call.ts'
import { monitorsCalls, useIsCallSlow } from './slowCalls.ts'
import { unwrapResult } from './problemError.ts'

const jobsKey = ['jobs.list'] as const

/** In milliseconds, while something runs. */
const pollMs = 300

const isRunning = ({ state }: Job) => state === 'running'

/** The jobs that run, and those whose end was not yet dismissed. It is asked for at the start, and often while something runs. */
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

/** Tells the window that a job was started, so that it looks after it. */
export function useRefreshJobs(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: jobsKey })
}

function useJobChange(name: 'jobs.cancel' | 'jobs.dismiss') {
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (input: CallInput<typeof name>) => unwrapResult(call(name, input)),
    onSettled: started,
  })
}

/** Asks a job to end. */
export function useCancelJob() {
  return useJobChange('jobs.cancel')
}

/** Forgets what came of a job. */
export function useDismissJob() {
  return useJobChange('jobs.dismiss')
}
