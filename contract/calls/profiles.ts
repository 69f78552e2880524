import { z } from 'zod'
import { environment } from '../headers.ts'
import { newKeyPlace, keyPlace, projectKey } from '../keyStore.ts'
import { defaults, profile, profileInput } from '../profile.ts'
import { textFile } from '../textFile.ts'
import { qrStyle } from '../qrStyle.ts'

/** A profile as the window sees it. */
export const savedProfile = profile.extend({
  key: keyPlace,
  /** Whether the organization presets it, so that only its key can be changed. */
  managed: z.boolean(),
  /** Whether its service is one of ours, as it says itself, so that the redirect engine knows its defaults. */
  defaults,
  /** Whether its service has said that it reports what its links bring. */
  reportsVisits: z.boolean(),
})

export const profileCalls = {
  /** Adds a profile, or changes the one with `id`. The key goes into the key store; without one the old key stays. */
  'profiles.save': {
    input: z.strictObject({
      id: z.string().optional(),
      profile: profileInput.strict(),
      key: projectKey.optional(),
      keep: newKeyPlace,
    }),
    output: savedProfile,
  },
  /** What would stay behind if a profile were removed: its links in the library. */
  'profiles.usage': { input: z.strictObject({ id: z.string() }), output: z.object({ links: z.int() }) },
  /** Removes a profile and its key. Its links stay in the library. */
  'profiles.remove': { input: z.strictObject({ id: z.string() }), output: z.null() },
  /** Puts a profile and an environment in force. */
  'profiles.use': { input: z.strictObject({ id: z.string(), environment }), output: z.null() },
  /** *Try it on this computer*: starts the embedded service, with project, key and profile, and puts it in force. */
  'profiles.tryLocal': { input: z.strictObject({}), output: savedProfile },
  /** Puts the profiles in this order. Ids that are left out stay behind the others, in the order that they had. */
  'profiles.reorder': { input: z.strictObject({ ids: z.array(z.string()).max(1_000) }), output: z.null() },
  /** Adds a copy of a profile, right behind it and without its key. */
  'profiles.duplicate': { input: z.strictObject({ id: z.string() }), output: savedProfile },
  /** Profiles as a file to hand on, all of them or those with `ids`. There is never a key in it. */
  'profiles.export': {
    input: z.strictObject({ ids: z.array(z.string()).optional() }),
    output: textFile,
  },
  /** Adds the profiles of such a file. What is there already, or cannot be read, is told and left out. */
  'profiles.import': {
    input: z.strictObject({ text: z.string().max(1_000_000) }),
    output: z.object({
      added: z.array(savedProfile),
      skipped: z.array(z.object({ name: z.string(), why: z.string() })),
    }),
  },
  /** How the QR codes of a profile looked last; `null` where none was drawn yet. */
  'profiles.qrStyle': { input: z.strictObject({ id: z.string() }), output: qrStyle.nullable() },
  'profiles.setQrStyle': { input: z.strictObject({ id: z.string(), style: qrStyle }), output: z.null() },
}
