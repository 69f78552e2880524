import type { presetCalls } from '../../contract/calls/presets.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import type { Presets } from '../presets/presets.ts'

export function presetHandlers(presets: Remote<Presets>): Pick<Handlers, keyof typeof presetCalls> {
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
