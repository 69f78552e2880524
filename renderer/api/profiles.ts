import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '../../contract/app/calls/calls.ts'
import { useOptimisticAppState } from './app.ts'
import { call, request } from './call.ts'
import { invalidateAfter } from './useCall.ts'

/** Adds or changes a profile. A new profile becomes active in development, where mistakes are harmless. */
export function useSaveProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: CallInput<'profiles.save'>) => {
      const saved = await request('profiles.save', input)
      // If only this fails, the profile is saved but not active. Reported as a failure, it would be saved again.
      if (!input.id) await call('profiles.use', { id: saved.id, environment: 'development' })
      return saved
    },
    onSettled: () => invalidateAfter(client, 'profiles.save'),
    // The input contains the key.
    gcTime: 0,
  })
}

/** Switches the active profile and environment. The frame shows it immediately. */
export function useSwitchProfile() {
  return useOptimisticAppState('profiles.use', (_, { id, environment }) => ({
    current: { profileId: id, environment },
  }))
}

/** Reorders the profiles by `ids`. The list shows it immediately. */
export function useReorderProfiles() {
  return useOptimisticAppState('profiles.reorder', ({ profiles }, { ids }) => ({
    profiles: profiles.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  }))
}
