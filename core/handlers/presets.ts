import type { presetCalls } from '../../contract/calls/presets.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Presets } from '../presets/presets.ts'

export function presetHandlers(presets: Presets): Pick<Handlers, keyof typeof presetCalls> {
  const done = () => Promise.resolve(ok(null))
  return {
    'presets.list': () => Promise.resolve(ok({ presets: presets.list(), defaults: presets.defaults() })),
    'presets.save': (preset) => {
      presets.save(preset)
      return done()
    },
    'presets.remove': ({ id }) => {
      presets.remove(id)
      return done()
    },
    'presets.setDefault': ({ profileId, presetId }) => {
      presets.setDefault(profileId, presetId)
      return done()
    },
  }
}
