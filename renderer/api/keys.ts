import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { appStateKey } from './app.ts'
import { unwrapResult } from './problemError.ts'

const storageKey = ['keys.storage'] as const

/**
 * Returns where each key is stored and how well that protects it. Refetched whenever the panel opens, because the
 * system may have changed.
 */
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
    // Also after an error: the key store's state may have changed.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: appStateKey }),
        client.invalidateQueries({ queryKey: storageKey }),
      ]),
  })
}

/** Looks again for a key store that was unavailable. */
export function useRefreshKeyStore() {
  return useKeyChange(() => unwrapResult(call('keys.refresh', {})))
}

/** Replaces a key. The old key stays if the service rejects the new one. */
export function useReplaceKey() {
  return useKeyChange((input: CallInput<'keys.replace'>) => unwrapResult(call('keys.replace', input)))
}

export function useRemoveKey() {
  return useKeyChange((profileId: string) => unwrapResult(call('keys.remove', { profileId })))
}
