import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Appearance, AppState } from '../../contract/calls/app.ts'
import { call } from './call.ts'
import { valueOf } from './problemError.ts'

export const appStateKey = ['app.state'] as const

export const appStateQuery = queryOptions({
  queryKey: appStateKey,
  queryFn: () => valueOf(call('app.state', {})),
  staleTime: Infinity,
  refetchOnWindowFocus: true,
})

/** What the frame of the window shows: profiles, the one in force, appearance, notices. */
export function useAppState() {
  return useQuery(appStateQuery)
}

/** Sets light, dark or system; the window follows at once. */
export function useSetAppearance() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (appearance: Appearance) => valueOf(call('app.setAppearance', { appearance })),
    onMutate: (appearance) =>
      client.setQueryData<AppState>(appStateKey, (state) => state && { ...state, appearance }),
    onError: () => client.invalidateQueries({ queryKey: appStateKey }),
  })
}

/** Sets whether a link is put on the clipboard as soon as it is made. */
export function useSetCopyAtOnce() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (copyAtOnce: boolean) => valueOf(call('app.setCopyAtOnce', { copyAtOnce })),
    onMutate: (copyAtOnce) =>
      client.setQueryData<AppState>(appStateKey, (state) => state && { ...state, copyAtOnce }),
    onError: () => client.invalidateQueries({ queryKey: appStateKey }),
  })
}

function useTakingAway(take: (id: string) => Promise<null>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: take,
    onMutate: (id) =>
      client.setQueryData<AppState>(
        appStateKey,
        (state) => state && { ...state, notices: state.notices.filter((notice) => notice.id !== id) },
      ),
  })
}

/** Takes a notice away that was read. */
export function useDismissNotice() {
  return useTakingAway((id) => valueOf(call('app.dismissNotice', { id })))
}

/** Takes a notice away, and what was written down about it. */
export function useDeleteReport() {
  return useTakingAway((id) => valueOf(call('app.deleteReport', { id })))
}

/** Adds what a backup of the library holds; everything that is shown of the library is read again. */
export function useRestoreBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (backup: string) => valueOf(call('library.restore', { backup })),
    onSuccess: () => client.invalidateQueries(),
  })
}
