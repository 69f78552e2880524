import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Job } from '../../contract/job.ts'
import type { ChosenLinks } from '../../contract/library/view.ts'
import { call } from './call.ts'
import { collectionKey, portions, recordKey } from './collection.ts'
import { looksAfter } from './isLong.ts'
import { useJobStarted } from './jobs.ts'
import { valueOf } from './problemError.ts'

const historyKey = ['checks.history'] as const
const leftKey = ['checks.left'] as const

/** Asks the service of a link what it says of it now. */
export function useCheckLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => valueOf(call('checks.one', { id })),
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
    queryFn: () => valueOf(call('checks.history', { id })),
  })
}

/** Has links checked behind the window. Gives how many those are. */
export function useCheckMany() {
  const jobStarted = useJobStarted()
  return useMutation({
    mutationFn: async (which: ChosenLinks) => {
      let links = 0
      for (const part of portions(which)) {
        links += (await valueOf(call('checks.many', { which: part }))).links
        jobStarted()
      }
      return links
    },
    // How far it is shows while the links are put down, too.
    onMutate: jobStarted,
  })
}

/** How many links are still to be checked while nothing checks them. */
export function useChecksLeft(jobs: readonly Job[]): number {
  const checks = jobs.filter(({ kind }) => kind === 'check')
  const isRunning = checks.some(({ state }) => state === 'running')
  const { data } = useQuery({
    queryKey: [...leftKey, checks.map(({ id, state }) => `${id} ${state}`).join()],
    meta: looksAfter,
    queryFn: () => valueOf(call('checks.left', {})),
    enabled: !isRunning,
    staleTime: 0,
    gcTime: 0,
  })
  return isRunning ? 0 : (data?.links ?? 0)
}

/** Shows what a check of many links has found: what is not as it was at once, and all when it is over. */
export function useCheckedLinks(jobs: readonly Job[]): void {
  const client = useQueryClient()
  const last = jobs.findLast(({ kind }) => kind === 'check')
  const found = last && `${last.id} ${last.state} ${foundIn(last)}`
  useEffect(() => {
    if (found === undefined) return
    for (const queryKey of [historyKey, collectionKey, ['links.get']]) {
      void client.invalidateQueries({ queryKey })
    }
  }, [client, found])
}

function foundIn({ counts }: Job): number {
  return (counts['changed'] ?? 0) + (counts['inactive'] ?? 0) + (counts['gone'] ?? 0)
}

/** Goes on with what is left, or forgets it. */
export function useLeftToCheck() {
  const client = useQueryClient()
  const jobStarted = useJobStarted()
  const goOn = useMutation({
    mutationFn: () => valueOf(call('checks.goOn', {})),
    onSettled: jobStarted,
  })
  const discard = useMutation({
    mutationFn: () => valueOf(call('checks.discard', {})),
    onSettled: () => client.invalidateQueries({ queryKey: leftKey }),
  })
  return { goOn, discard }
}
