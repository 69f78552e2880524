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

/** Starts the local service and creates its project, key and profile. */
export function useTryLocal() {
  return useProfileChange(() => unwrapResult(call('profiles.tryLocal', {})))
}

/** Adds or changes a profile. A new profile becomes active in development, where mistakes are harmless. */
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

/** Switches the active profile and environment. The frame shows it immediately. */
export function useSwitchProfile() {
  return useOptimisticAppState(
    (input: CallInput<'profiles.use'>) => unwrapResult(call('profiles.use', input)),
    (_, { id, environment }) => ({ current: { profileId: id, environment } }),
  )
}

/** Tests the connection to a service step by step, without creating a link. May create the local service's key. */
export function useConnectionTest() {
  return useProfileChange((input: CallInput<'connection.test'>) =>
    unwrapResult(call('connection.test', input)),
  )
}
