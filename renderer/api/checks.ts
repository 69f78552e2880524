import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Job } from '../../contract/job.ts'
import type { SelectedLinks } from '../../contract/library/view.ts'
import { call } from './call.ts'
import { collectionKey, splitIntoBatches, recordKey } from './collection.ts'
import { monitorsCalls } from './slowCalls.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'

const historyKey = ['checks.history'] as const
const remainingKey = ['checks.left'] as const

/** Asks the service of a link what it says of it now. */
export function useCheckLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrapResult(call('checks.one', { id })),
    onSuccess: ({ record }) => {
      client.setQueryData(recordKey(record.id), record)
      for (const queryKey of [historyKey, collectionKey]) void client.invalidateQueries({ queryKey })
    },
  })
}
export type CheckingLink = ReturnType<typeof useCheckLink>

/** The checks of a link, the latest first. */
export function useCheckHistory(id: string) {
  return useQuery({
    queryKey: [...historyKey, id],
    queryFn: () => unwrapResult(call('checks.history', { id })),
  })
}

/** Has links checked behind the window. Gives how many those are. */
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
    // How far it is shows while the links are put down, too.
    onMutate: jobStarted,
  })
}

/** How many links are still to be checked while nothing checks them. */
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

/** Shows what a check of many links has found: what is not as it was at once, and all when it is over. */
export function useRefreshCheckedLinks(jobs: readonly Job[]): void {
  const client = useQueryClient()
  const last = jobs.findLast(({ kind }) => kind === 'check')
  const found = last && `${last.id} ${last.state} ${countFound(last)}`
  useEffect(() => {
    if (found === undefined) return
    for (const queryKey of [historyKey, collectionKey, ['links.get']]) {
      void client.invalidateQueries({ queryKey })
    }
  }, [client, found])
}

function countFound({ counts }: Job): number {
  return (counts['changed'] ?? 0) + (counts['inactive'] ?? 0) + (counts['gone'] ?? 0)
}

/** Goes on with what is left, or forgets it. */
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
  return { goOn: resume, discard }
}
