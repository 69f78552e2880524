import { z } from 'zod'

/** A form, or parts of one, under a name: to begin with, to apply, to share. The form's shape is the window's affair. */
export const preset = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'Must be at most 100 characters long.'),
  form: z.json(),
  savedAt: z.iso.datetime(),
})
export type Preset = z.infer<typeof preset>

export const presetCalls = {
  /** By name. `defaults` is profile → preset: what a new form begins with there. */
  'presets.list': {
    input: z.strictObject({}),
    output: z.object({ presets: z.array(preset), defaults: z.record(z.string(), z.string()) }),
  },
  'presets.save': { input: preset.omit({ savedAt: true }).strict(), output: z.null() },
  /** Removes a preset, also where it was a default. */
  'presets.remove': { input: z.strictObject({ id: z.string() }), output: z.null() },
  /** What new forms begin with in a profile; `null` for an empty one. A preset that is not there changes nothing. */
  'presets.setDefault': {
    input: z.strictObject({ profileId: z.string(), presetId: z.string().nullable() }),
    output: z.null(),
  },
}
