import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Preset } from '../../contract/app/calls/runs/presets.ts'
import type { CallOutput } from '../../contract/app/calls/calls.ts'
import { callQuery, useCallMutation } from './useCall.ts'

export const presetsQuery = queryOptions({ ...callQuery('presets.list', {}), staleTime: Infinity })

/** Returns the presets, and the default preset of each profile. */
export function usePresets() {
  return useQuery(presetsQuery)
}

/** Restores a deleted preset, and makes it the default of its profiles again. */
export function useRestorePreset() {
  const save = useCallMutation('presets.save')
  const setDefault = useCallMutation('presets.setDefault')
  return async ({ id, name, form }: Preset, profileIds: readonly string[]): Promise<void> => {
    await save.mutateAsync({ id, name, form })
    for (const profileId of profileIds) await setDefault.mutateAsync({ profileId, presetId: id })
  }
}

/** Sets a profile's default preset, or `null` for an empty form. Shown immediately. */
export function useSetDefaultPreset() {
  const client = useQueryClient()
  return useCallMutation('presets.setDefault', {
    onMutate: ({ profileId, presetId }) =>
      void client.setQueryData<CallOutput<'presets.list'>>(presetsQuery.queryKey, (list) => {
        if (!list) return list
        const otherDefaults = Object.entries(list.defaults).filter(([id]) => id !== profileId)
        const profileDefault = presetId === null ? [] : [[profileId, presetId]]
        return {
          ...list,
          defaults: Object.fromEntries([...otherDefaults, ...profileDefault]) as Record<string, string>,
        }
      }),
  })
}
