import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Preset } from '../../contract/calls/presets.ts'
import type { CallInput, CallOutput } from '../../contract/calls.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

const presetsKey = ['presets.list'] as const

export const presetsQuery = queryOptions({
  queryKey: presetsKey,
  queryFn: () => unwrapResult(call('presets.list', {})),
  staleTime: Infinity,
})

/** Returns the presets, and the default preset of each profile. */
export function usePresets() {
  return useQuery(presetsQuery)
}

function usePresetChange<I>(change: (input: I) => Promise<null>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: presetsKey }),
  })
}

export function useSavePreset() {
  return usePresetChange((input: CallInput<'presets.save'>) => unwrapResult(call('presets.save', input)))
}

export function useRemovePreset() {
  return usePresetChange((id: string) => unwrapResult(call('presets.remove', { id })))
}

/** Restores a deleted preset, also as the default of its former profiles. */
export function useRestorePreset() {
  return usePresetChange(async ({ preset, profileIds }: { preset: Preset; profileIds: string[] }) => {
    const { id, name, form } = preset
    await unwrapResult(call('presets.save', { id, name, form }))
    for (const profileId of profileIds) {
      await unwrapResult(call('presets.setDefault', { profileId, presetId: id }))
    }
    return null
  })
}

/** Sets a profile's default preset, or `null` for an empty form. Shown immediately. */
export function useSetDefaultPreset() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'presets.setDefault'>) => unwrapResult(call('presets.setDefault', input)),
    onMutate: ({ profileId, presetId }) =>
      client.setQueryData<CallOutput<'presets.list'>>(presetsKey, (list) => {
        if (!list) return list
        const others = Object.entries(list.defaults).filter(([id]) => id !== profileId)
        const own = presetId === null ? [] : [[profileId, presetId]]
        return { ...list, defaults: Object.fromEntries([...others, ...own]) as Record<string, string> }
      }),
    onSettled: () => client.invalidateQueries({ queryKey: presetsKey }),
  })
}
