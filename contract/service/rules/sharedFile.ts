import { z } from 'zod'
import { hasNoHiddenCharacters, hiddenCharacterError } from '../text/hiddenCharacters.ts'
import { maxSavedViews, viewName, viewQuery } from './viewLimits.ts'
import { isStorable } from '../text/text.ts'
import { trackingRules } from './trackingRules.ts'

/** The value of `format`, which identifies the file. See decision 23. */
export const sharedFileFormat = 'linkwright-rules'
/** The version that this app writes. A change that an older reader must not ignore needs a new version. */
export const sharedFileVersion = 1

/** Limits of the file, so that reading stays fast: bytes, JSON values, and presets. */
export const sharedFileLimits = { bytes: 1_024 * 1_024, values: 50_000, presets: 1_000 } as const

/** The profile that the rules belong to, in `profile=…` of a view's query. */
export const thisProfile = 'this'

/** Normalized to one Unicode form, so that names that look the same are equal. Case-sensitive. */
const name = viewName
  .normalize('NFC')
  .refine(isStorable, 'Contains an invisible or damaged character.')
  .refine(hasNoHiddenCharacters, hiddenCharacterError)

/** A preset: its name and the fields of the form that it fills in. */
export const sharedPreset = z.strictObject({ name, form: z.record(z.string(), z.json()) })
export type SharedPreset = z.infer<typeof sharedPreset>

/** A saved view of *Links*: its name and the parameters of its address. */
export const sharedView = z.strictObject({ name, query: viewQuery })
export type SharedView = z.infer<typeof sharedView>

/**
 * Rules, presets and saved views that teams share as a file or through their service. A missing section doesn't affect
 * the reader's own. Never contains a key or the address of a service.
 */
export const sharedRules = z
  .strictObject({
    /** The location of the schema, for editors. Preserved when the app writes the file. */
    $schema: z.string().max(2_000).optional(),
    format: z.literal(sharedFileFormat),
    version: z.literal(sharedFileVersion),
    /** The name of the profile that the file was saved from, for people who read it. */
    profile: z.string().trim().max(60).refine(hasNoHiddenCharacters, hiddenCharacterError).optional(),
    rules: trackingRules.optional(),
    presets: z.array(sharedPreset).max(sharedFileLimits.presets).optional(),
    views: z.array(sharedView).max(maxSavedViews).optional(),
  })
  .superRefine((file, check) => {
    for (const section of ['presets', 'views'] as const)
      for (const index of repeatedNames(file[section] ?? []))
        check.addIssue({
          code: 'custom',
          path: [section, index, 'name'],
          message: 'Another entry has this name. Names must differ.',
        })
  })
export type SharedRules = z.infer<typeof sharedRules>

function repeatedNames(entries: readonly { name: string }[]): number[] {
  const known = new Set<string>()
  return entries.flatMap((entry, index) => {
    if (known.has(entry.name)) return [index]
    known.add(entry.name)
    return []
  })
}
