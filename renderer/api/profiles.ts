import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { appStateKey, useOptimisticAppState } from './app.ts'
import { unwrapResult } from './problemError.ts'

function useProfileChange<I, O>(change: (input: I) => Promise<O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: appStateKey }),
  })
}

/** Starts the service on this computer, with project, key and profile. */
export function useTryLocal() {
  return useProfileChange(() => unwrapResult(call('profiles.tryLocal', {})))
}

/** Adds or changes a profile. A new one is put in force, in development, where a mistake costs nothing. */
export function useSaveProfile() {
  return useProfileChange(async (input: CallInput<'profiles.save'>) => {
    const saved = await unwrapResult(call('profiles.save', input))
    if (!input.id) await unwrapResult(call('profiles.use', { id: saved.id, environment: 'development' }))
    return saved
  })
}

export function useRemoveProfile() {
  return useProfileChange((id: string) => unwrapResult(call('profiles.remove', { id })))
}

/** Puts a profile and an environment in force; the frame shows it at once. */
export function useSwitchProfile() {
  return useOptimisticAppState(
    (input: CallInput<'profiles.use'>) => unwrapResult(call('profiles.use', input)),
    (_, { id, environment }) => ({ current: { profileId: id, environment } }),
  )
}

/** Walks to a service step by step; never creates a link. On its way, the key of the service on this computer may be made. */
export function useConnectionTest() {
  return useProfileChange((input: CallInput<'connection.test'>) =>
    unwrapResult(call('connection.test', input)),
  )
}
