import type { presetCalls } from '../../contract/app/calls/runs/presets.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'

export function presetHandlers({
  presets,
}: Pick<AppServices, 'presets'>): Pick<Handlers, keyof typeof presetCalls> {
  return {
    'presets.list': async () => {
      const [list, defaults] = await Promise.all([presets.list(), presets.defaults()])
      return ok({ presets: list, defaults })
    },
    'presets.save': async (preset) => {
      await presets.save(preset)
      return ok(null)
    },
    'presets.remove': async ({ id }) => {
      await presets.remove(id)
      return ok(null)
    },
    'presets.setDefault': async ({ profileId, presetId }) => {
      await presets.setDefault(profileId, presetId)
      return ok(null)
    },
  }
}
