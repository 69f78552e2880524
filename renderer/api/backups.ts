import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallOutput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'

export type ListedBackup = CallOutput<'backups.list'>[number]

const backupsKey = ['backups.list'] as const

/** Returns the library's backups, newest first, each with the number of links that restoring it would add. */
export function useBackups() {
  return useQuery({
    queryKey: backupsKey,
    queryFn: () => unwrapResult(call('backups.list', {})),
    staleTime: 0,
  })
}

/** Returns what restoring a backup would add. */
export function useBackupPreview(backup: string) {
  return useQuery({
    queryKey: [...backupsKey, backup],
    queryFn: () => unwrapResult(call('backups.preview', { backup })),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Creates a backup now. */
export function useCreateBackup() {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: () => unwrapResult(call('backups.make', {})),
    onMutate: started,
    onSettled: () => client.invalidateQueries({ queryKey: backupsKey }),
  })
}

/** Restores a backup, then reports the number of added links even if its screen was closed. */
export function useRestoreBackup(onRestored: (links: number) => void) {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (backup: string) => unwrapResult(call('backups.restore', { backup })),
    onMutate: started,
    onSuccess: ({ links }) => onRestored(links),
    // A restore can change everything shown from the library.
    onSettled: () => client.invalidateQueries(),
  })
}
