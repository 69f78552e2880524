import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Job } from '../../contract/job.ts'
import type { SelectedLinks } from '../../contract/library/view.ts'
import { call } from './call.ts'
import { splitIntoBatches } from './library.ts'
import { libraryKey, recordKey } from './linkKeys.ts'
import { monitorsCalls } from './slowCalls.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'

const historyKey = ['checks.history'] as const
const remainingKey = ['checks.left'] as const

/** Looks up a link's current state at its service. */
export function useCheckLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrapResult(call('checks.one', { id })),
    onSuccess: ({ record }) => {
      client.setQueryData(recordKey(record.id), record)
      for (const queryKey of [historyKey, libraryKey]) void client.invalidateQueries({ queryKey })
    },
  })
}
export type CheckingLink = ReturnType<typeof useCheckLink>

/** Returns the checks of a link, newest first. */
export function useCheckHistory(id: string) {
  return useQuery({
    queryKey: [...historyKey, id],
    queryFn: () => unwrapResult(call('checks.history', { id })),
  })
}

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
    // Show the job's progress while its links are still being queued.
    onMutate: jobStarted,
  })
}

/** Returns how many links are still unchecked while no check is running. */
export function useRemainingChecks(jobs: readonly Job[]): number {
  const checks = jobs.filter(({ kind }) => kind === 'check')
  const isRunning = checks.some(({ state }) => state === 'running')
  const { data } = useQuery({
    queryKey: [...remainingKey, checks.map(({ id, state }) => `${id} ${state}`).join()],
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
    for (const queryKey of [historyKey, libraryKey, ['links.get']]) {
      void client.invalidateQueries({ queryKey })
    }
  }, [client, progressKey])
}

function countFound({ counts }: Job): number {
  return (counts['changed'] ?? 0) + (counts['inactive'] ?? 0) + (counts['gone'] ?? 0)
}

/** Resumes the remaining checks, or discards them. */
export function useResumeChecks() {
  const client = useQueryClient()
  const jobStarted = useRefreshJobs()
  const resume = useMutation({
    mutationFn: () => unwrapResult(call('checks.goOn', {})),
    onSettled: jobStarted,
  })
  const discard = useMutation({
    mutationFn: () => unwrapResult(call('checks.discard', {})),
    onSettled: () => client.invalidateQueries({ queryKey: remainingKey }),
  })
  return { resume, discard }
}
