import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { done } from './done.ts'
import type { AppServices } from '../appServices.ts'

export function presetHandlers({ presets }: AppServices) {
  return {
    'presets.list': async () => {
      const [list, defaults] = await Promise.all([presets.list(), presets.defaults()])
      return ok({ presets: list, defaults })
    },
    'presets.save': (preset) => done(presets.save(preset)),
    'presets.remove': ({ id }) => done(presets.remove(id)),
    'presets.setDefault': ({ profileId, presetId }) => done(presets.setDefault(profileId, presetId)),
  } satisfies Partial<Handlers>
}
