import { z } from 'zod'
import { environment } from '../headers.ts'
import { newKeyPlace, keyPlace, keyStoreState, projectKey } from '../keyStore.ts'

/** Everything that the *Key storage* panel says. No key is in it, nor any part of one. */
export const keyStorage = z.object({
  store: keyStoreState,
  /** How well a key is protected there, in a sentence or two. */
  protection: z.string(),
  /** How a person finds and removes the app's entries with the system's own means. */
  removal: z.string(),
  /** Whether the app waits for the system right now, which may show a prompt in another window. */
  waiting: z.boolean(),
  keys: z.array(
    z.object({
      profileId: z.string(),
      profileName: z.string(),
      place: keyPlace,
      /** The account of the entry in the key store, under the service name "Linkwright". */
      account: z.string(),
    }),
  ),
})
export type KeyStorage = z.infer<typeof keyStorage>

export const keyCalls = {
  /** Raises no prompt: where keys are is remembered, not looked up. */
  'keys.storage': { input: z.strictObject({}), output: keyStorage },
  /** Looks again for a key store that was missing or failed. Raises no prompt either. */
  'keys.refresh': { input: z.strictObject({}), output: keyStoreState },
  /** Stops waiting for the system, for a prompt that nobody answers say. The call that waited ends with a problem. */
  'keys.cancel': { input: z.strictObject({}), output: z.null() },
  /**
   * Puts another key in the place of a profile's, after the service has accepted it; otherwise the old one stays and the
   * problem says why. `unproven` takes it without asking, for a service that cannot be reached now.
   */
  'keys.replace': {
    input: z.strictObject({
      profileId: z.string(),
      key: projectKey,
      environment,
      keep: newKeyPlace,
      unproven: z.boolean().default(false),
    }),
    output: z.object({ place: keyPlace }),
  },
  /** Removes a profile's key from where it rests. The profile stays. */
  'keys.remove': { input: z.strictObject({ profileId: z.string() }), output: z.null() },
}
