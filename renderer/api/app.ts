import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Appearance, AppState } from '../../contract/calls/app.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

export const appStateKey = ['app.state'] as const

export const appStateQuery = queryOptions({
  queryKey: appStateKey,
  queryFn: () => unwrapResult(call('app.state', {})),
  staleTime: Infinity,
  refetchOnWindowFocus: true,
})

/** What the frame of the window shows: profiles, the one in force, appearance, notices. */
export function useAppState() {
  return useQuery(appStateQuery)
}

/**
 * A change that the window shows before the app has answered, by `shown`. What was asked of the state before could
 * answer later than this and would undo it on the screen, so it counts for nothing.
 */
export function useOptimisticAppState<I>(
  change: (input: I) => Promise<unknown>,
  optimistic: (state: AppState, input: I) => Partial<AppState>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: appStateKey,
    mutationFn: change,
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey: appStateKey })
      client.setQueryData<AppState>(
        appStateKey,
        (state) => state && { ...state, ...optimistic(state, input) },
      )
    },
    onSettled: async () => {
      // Of several at once the last one asks how things are.
      const isLast = client.isMutating({ mutationKey: appStateKey }) === 1
      if (isLast) await client.invalidateQueries({ queryKey: appStateKey })
    },
  })
}

/** Sets light, dark or system; the window follows at once. */
export function useSetAppearance() {
  return useOptimisticAppState(
    (appearance: Appearance) => unwrapResult(call('app.setAppearance', { appearance })),
    (_, appearance) => ({ appearance }),
  )
}

/** Sets whether a link is put on the clipboard as soon as it is made. */
export function useSetAutoCopy() {
  return useOptimisticAppState(
    (copyAtOnce: boolean) => unwrapResult(call('app.setCopyAtOnce', { copyAtOnce })),
    (_, copyAtOnce) => ({ copyAtOnce }),
  )
}

function useNoticeRemoval(take: (id: string) => Promise<null>) {
  return useOptimisticAppState(take, ({ notices }, id) => ({
    notices: notices.filter((notice) => notice.id !== id),
  }))
}

/** Takes a notice away that was read. */
export function useDismissNotice() {
  return useNoticeRemoval((id) => unwrapResult(call('app.dismissNotice', { id })))
}

/** Takes a notice away, and what was written down about it. */
export function useDeleteReport() {
  return useNoticeRemoval((id) => unwrapResult(call('app.deleteReport', { id })))
}
