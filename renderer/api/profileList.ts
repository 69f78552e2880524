import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { saveFile } from '../ui/saveFile.ts'
import { appStateKey, useOptimisticAppState } from './app.ts'
import { unwrapResult } from './problemError.ts'

/** Returns what deleting a profile would leave behind. */
export function useProfileUsage(id: string) {
  return useQuery({
    queryKey: ['profiles.usage', id],
    queryFn: () => unwrapResult(call('profiles.usage', { id })),
    staleTime: 0,
  })
}

export function useDuplicateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrapResult(call('profiles.duplicate', { id })),
    onSuccess: () => client.invalidateQueries({ queryKey: appStateKey }),
  })
}

/** Reorders the profiles by `ids`. The list shows it immediately. */
export function useReorderProfiles() {
  return useOptimisticAppState(
    (ids: string[]) => unwrapResult(call('profiles.reorder', { ids })),
    ({ profiles }, ids) => ({
      profiles: profiles.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    }),
  )
}

/** Exports profiles without keys to a file: all of them, or those with `ids`. */
export function useExportProfiles() {
  return useMutation({
    mutationFn: async (ids: string[] | undefined) =>
      saveFile(await unwrapResult(call('profiles.export', ids ? { ids } : {}))),
  })
}

/** Imports the profiles of an export file. */
export function useImportProfiles() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) => unwrapResult(call('profiles.import', { text: await file.text() })),
    onSuccess: () => client.invalidateQueries({ queryKey: appStateKey }),
  })
}
