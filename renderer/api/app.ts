import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import type { CallInput, CallName } from '../../contract/app/calls/calls.ts'
import type { AppState, Preferences } from '../../contract/app/calls/app/app.ts'
import { request } from './call.ts'
import { showProblem } from './offerUndo.ts'
import type { ProblemError } from './problemError.ts'
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
 * revert the change on screen. A problem becomes a toast.
 */
export function useOptimisticAppState<N extends CallName>(
  name: N,
  optimistic: (state: AppState, input: CallInput<N>) => Partial<AppState>,
): UseMutationResult<unknown, ProblemError, CallInput<N>> {
  const client = useQueryClient()
  return useMutation<unknown, ProblemError, CallInput<N>>({
    mutationKey: appStateKey,
    mutationFn: (input) => request(name, input),
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey: appStateKey })
      client.setQueryData<AppState>(
        appStateKey,
        (state) => state && { ...state, ...optimistic(state, input) },
      )
    },
    onError: showProblem,
    onSettled: async () => {
      // If several changes run in parallel, only the last one refetches.
      const isLast = client.isMutating({ mutationKey: appStateKey }) === 1
      if (isLast) await client.invalidateQueries({ queryKey: appStateKey })
    },
  })
}

/** Changes preferences. The window changes immediately. */
export function useSetPreferences(): (preferences: Partial<Preferences>) => void {
  return useOptimisticAppState('app.setPreferences', (_, preferences) => preferences as Partial<Preferences>)
    .mutate
}

/** Dismisses a notice: also deletes its saved error report, with `app.deleteReport`. */
export function useNoticeRemoval(name: 'app.dismissNotice' | 'app.deleteReport') {
  return useOptimisticAppState(name, ({ notices }, { id }) => ({
    notices: notices.filter((notice) => notice.id !== id),
  }))
}
