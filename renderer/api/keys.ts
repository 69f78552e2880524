import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { appStateKey } from './app.ts'
import { unwrapResult } from './problemError.ts'

const storageKey = ['keys.storage'] as const

/** Where each key rests and how strong that is. Read anew whenever the panel is opened: the system may have changed. */
export function useKeyStorage() {
  return useQuery({
    queryKey: storageKey,
    queryFn: () => unwrapResult(call('keys.storage', {})),
    staleTime: 0,
  })
}

function useKeyChange<I, O>(change: (input: I) => Promise<O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // Also after a problem: the state of the key store may be what has changed.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: appStateKey }),
        client.invalidateQueries({ queryKey: storageKey }),
      ]),
  })
}

/** Looks again for a key store that was missing. */
export function useRefreshKeyStore() {
  return useKeyChange(() => unwrapResult(call('keys.refresh', {})))
}

/** Puts a key in the place of another, which stays where the service does not accept the new one. */
export function useReplaceKey() {
  return useKeyChange((input: CallInput<'keys.replace'>) => unwrapResult(call('keys.replace', input)))
}

export function useRemoveKey() {
  return useKeyChange((profileId: string) => unwrapResult(call('keys.remove', { profileId })))
}
