import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppState, Preferences } from '../../contract/app/calls/app/app.ts'
import { call } from './call.ts'
import { showProblem } from './offerUndo.ts'
import { unwrapResult } from './problemError.ts'
import { callKey, callQuery } from './useCall.ts'

export const appStateKey = callKey('app.state', {})

export const appStateQuery = queryOptions({
  ...callQuery('app.state', {}),
  staleTime: Infinity,
  refetchOnWindowFocus: true,
})

/** Returns what the window's frame shows: profiles, the active one, appearance, notices. */
export function useAppState() {
  return useQuery(appStateQuery)
}

/**
 * Applies `optimistic` to the cached app state before the app has answered. Cancels reads in flight, whose answers would
 * revert the change on screen.
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
      // If several changes run in parallel, only the last one refetches.
      const isLast = client.isMutating({ mutationKey: appStateKey }) === 1
      if (isLast) await client.invalidateQueries({ queryKey: appStateKey })
    },
  })
}

/** Changes preferences. The window changes immediately; an error is shown as a toast. */
export function useSetPreferences(): (preferences: Partial<Preferences>) => void {
  const { mutate } = useOptimisticAppState(
    (preferences: Partial<Preferences>) => unwrapResult(call('app.setPreferences', preferences)),
    (_, preferences) => preferences,
  )
  return (preferences) => mutate(preferences, { onError: showProblem })
}

function useNoticeRemoval(remove: (id: string) => Promise<null>) {
  return useOptimisticAppState(remove, ({ notices }, id) => ({
    notices: notices.filter((notice) => notice.id !== id),
  }))
}

/** Dismisses a notice. */
export function useDismissNotice() {
  return useNoticeRemoval((id) => unwrapResult(call('app.dismissNotice', { id })))
}

/** Dismisses a notice and deletes its saved error report. */
export function useDeleteReport() {
  return useNoticeRemoval((id) => unwrapResult(call('app.deleteReport', { id })))
}
