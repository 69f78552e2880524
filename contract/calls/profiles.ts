import { z } from 'zod'
import { environment } from '../headers.ts'
import { keyPlace, projectKey } from '../keyStore.ts'
import { profile, profileInput } from '../profile.ts'

const saved = profile.extend({ key: keyPlace })

export const profileCalls = {
  /** Adds a profile, or changes the one with `id`. The key goes into the key store; without one the old key stays. */
  'profiles.save': {
    input: z.strictObject({
      id: z.string().optional(),
      profile: profileInput.strict(),
      key: projectKey.optional(),
    }),
    output: saved,
  },
  /** Removes a profile and its key. Its links stay in the library. */
  'profiles.remove': { input: z.strictObject({ id: z.string() }), output: z.null() },
  /** Puts a profile and an environment in force. */
  'profiles.use': { input: z.strictObject({ id: z.string(), environment }), output: z.null() },
  /** *Try it on this computer*: starts the embedded service, with project, key and profile, and puts it in force. */
  'profiles.tryLocal': { input: z.strictObject({}), output: saved },
}
