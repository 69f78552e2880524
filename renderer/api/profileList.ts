import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { saveFile } from '../ui/saveFile.ts'
import { appStateKey, useOptimisticAppState } from './app.ts'
import { unwrapResult } from './problemError.ts'

/** What would stay behind if a profile were removed. */
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

/** Puts the profiles in the order of `ids`; the list shows it at once. */
export function useReorderProfiles() {
  return useOptimisticAppState(
    (ids: string[]) => unwrapResult(call('profiles.reorder', { ids })),
    ({ profiles }, ids) => ({
      profiles: profiles.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    }),
  )
}

/** Saves profiles as a file without keys, all of them or those with `ids`. */
export function useExportProfiles() {
  return useMutation({
    mutationFn: async (ids: string[] | undefined) =>
      saveFile(await unwrapResult(call('profiles.export', ids ? { ids } : {}))),
  })
}

/** Adds the profiles of such a file. */
export function useImportProfiles() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) => unwrapResult(call('profiles.import', { text: await file.text() })),
    onSuccess: () => client.invalidateQueries({ queryKey: appStateKey }),
  })
}
