import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { collectionKey, useRefreshLinks } from './collection.ts'
import { unwrapResult } from './problemError.ts'

/** Undoes a change of the history, and answers how many links it concerned. */
export function useUndoChange() {
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: async (changeId: string) => (await unwrapResult(call('links.undo', { changeId }))).links,
    onSettled: refresh,
  })
}

/** What was changed in the library alone, newest first. */
export function useLocalChanges(isShown: boolean) {
  return useQuery({
    queryKey: [...collectionKey, 'changes'],
    queryFn: async () => (await unwrapResult(call('links.changes', {}))).changes,
    enabled: isShown,
    staleTime: 0,
  })
}
