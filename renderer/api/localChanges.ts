import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { useRefreshLinks } from './library.ts'
import { libraryKey } from './linkKeys.ts'
import { unwrapResult } from './problemError.ts'

/** Undoes a change of the history. Resolves with the number of changed links. */
export function useUndoChange() {
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: async (changeId: string) => (await unwrapResult(call('library.undo', { changeId }))).links,
    onSettled: refresh,
  })
}

/** Returns the changes made in the library alone, newest first. */
export function useLocalChanges(isShown: boolean) {
  return useQuery({
    queryKey: [...libraryKey, 'changes'],
    queryFn: async () => (await unwrapResult(call('library.changes', {}))).changes,
    enabled: isShown,
    staleTime: 0,
  })
}

/** Returns the library-only data of a link over time, newest first; empty if it wasn't changed. */
export function useLocalVersions(id: string) {
  return useQuery({
    queryKey: [...libraryKey, 'versions', id],
    queryFn: async () => (await unwrapResult(call('library.versions', { id }))).versions,
  })
}
