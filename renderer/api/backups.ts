import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallOutput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'

export type ListedBackup = CallOutput<'library.backups'>[number]

const backupsKey = ['library.backups'] as const

/** The backups of the library, newest first, and how many links each would add. */
export function useBackups() {
  return useQuery({
    queryKey: backupsKey,
    queryFn: () => unwrapResult(call('library.backups', {})),
    staleTime: 0,
  })
}

/** What restoring a backup would add. */
export function useBackupPreview(backup: string) {
  return useQuery({
    queryKey: [...backupsKey, backup],
    queryFn: () => unwrapResult(call('library.preview', { backup })),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Makes a backup now. */
export function useCreateBackup() {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: () => unwrapResult(call('library.backUp', {})),
    onMutate: started,
    onSettled: () => client.invalidateQueries({ queryKey: backupsKey }),
  })
}

/** Adds what a backup of the library holds, and then tells how many links that were, even where its screen is gone. */
export function useRestoreBackup(onRestored: (links: number) => void) {
  const client = useQueryClient()
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (backup: string) => unwrapResult(call('library.restore', { backup })),
    onMutate: started,
    onSuccess: ({ links }) => onRestored(links),
    // Everything that is shown of the library is read again.
    onSettled: () => client.invalidateQueries(),
  })
}
