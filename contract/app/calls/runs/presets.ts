import { z } from 'zod'
import { call } from '../call.ts'

/** A named form, or parts of one, to start from, apply or share. Only the window knows its shape. */
const preset = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'Must be at most 100 characters long.'),
  form: z.json(),
  savedAt: z.iso.datetime(),
})
export type Preset = z.infer<typeof preset>

export const presetCalls = {
  /** Returns the presets by name. `defaults` maps a profile to the preset that its new forms start from. */
  'presets.list': call(
    {},
    z.object({ presets: z.array(preset), defaults: z.record(z.string(), z.string()) }),
  ),
  'presets.save': call(preset.omit({ savedAt: true }).strict(), z.null()),
  /** Removes a preset. Profiles that used it as default then have none. */
  'presets.remove': call({ id: z.string() }, z.null()),
  /** Sets the preset for new forms of a profile; `null` for an empty form. Ignores an unknown preset. */
  'presets.setDefault': call({ profileId: z.string(), presetId: z.string().nullable() }, z.null()),
}
