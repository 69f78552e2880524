import { z } from 'zod'
import { call } from '../call.ts'
import { environment } from '../../../service/api/environment.ts'
import { newKeyLocation, keyLocation, projectKey } from '../../profile/keyStore.ts'
import { limits } from '../../../service/api/limits.ts'
import { profile, profileInput } from '../../profile/profile.ts'
import { defaults } from '../../../service/redirect/defaults.ts'
import { qrStyle } from '../../qr/qrStyle.ts'
import { textFile } from '../../tables/textFile.ts'
import { maxConfirmedSchemes } from '../../link/unconfirmedSchemes.ts'

/** A profile as returned to the window. */
export const savedProfile = profile.extend({
  key: keyLocation,
  /** Whether the organization provides it, so that only its key can be changed. */
  managed: z.boolean(),
  /** Whether its service announces itself as one of ours, so that its defaults are known. */
  defaults,
  /** Whether its service announces that it reports visits. */
  reportsVisits: z.boolean(),
  /** Whether its service announces that links can be changed. */
  canChangeLinks: z.boolean(),
  /** Whether its service announces that links can choose their paths. */
  hasOwnPaths: z.boolean(),
  /** Whether its service announces that links can have preview images. */
  hasImages: z.boolean(),
})

export const profileCalls = {
  /**
   * Adds a profile, or changes the one with `id`. Saves the key in the key store; if omitted, keeps the old key. If the
   * address has another host, that requires `sameKey`: the user agreed that the old key is sent there.
   */
  'profiles.save': call(
    {
      id: z.string().optional(),
      profile: profileInput.strict(),
      key: projectKey.optional(),
      sameKey: z.boolean().default(false),
      keep: newKeyLocation,
    },
    savedProfile,
  ),
  /**
   * Confirms schemes of destinations, so that requests of a profile may lead to them without a question, or withdraws the
   * confirmation.
   */
  'profiles.confirmSchemes': call(
    {
      id: z.string(),
      schemes: z.array(z.string().max(limits.url)).max(maxConfirmedSchemes),
      isWithdrawn: z.boolean().default(false),
    },
    z.null(),
  ),
  /** Returns the confirmed schemes of a profile, the latest last. */
  'profiles.schemes': call({ id: z.string() }, z.object({ schemes: z.array(z.string()) })),
  /** Returns the number of links in the library that belong to a profile, for the question before removing it. */
  'profiles.usage': call({ id: z.string() }, z.object({ links: z.int() })),
  /** Removes a profile and its key. Its links stay in the library. */
  'profiles.remove': call({ id: z.string() }, z.null()),
  /** Makes a profile and an environment current. */
  'profiles.use': call({ id: z.string(), environment }, z.null()),
  /**
   * *Try it on this computer*: starts the embedded service, creates its project, key and profile, and makes
   * it current.
   */
  'profiles.tryLocal': call({}, savedProfile),
  /** Sets the order of profiles. Omitted ids come last, in their previous order. */
  'profiles.reorder': call({ ids: z.array(z.string()).max(1_000) }, z.null()),
  /** Adds a copy of a profile right after it, without its key. */
  'profiles.duplicate': call({ id: z.string() }, savedProfile),
  /** Returns profiles as a file to share: all, or those with `ids`. Never contains a key. */
  'profiles.export': call({ ids: z.array(z.string()).optional() }, textFile),
  /** Returns the QR code style last used for a profile; `null` if there is none. */
  'qrStyles.get': call({ id: z.string() }, qrStyle.nullable()),
  'qrStyles.set': call({ id: z.string(), style: qrStyle }, z.null()),
  /** Adds the profiles of such a file. Skips and reports those that exist or can't be read. */
  'profiles.import': call(
    { text: z.string().max(1_000_000) },
    z.object({
      added: z.array(savedProfile),
      skipped: z.array(z.object({ name: z.string(), why: z.string() })),
    }),
  ),
}
