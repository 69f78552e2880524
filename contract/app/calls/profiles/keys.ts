import { z } from 'zod'
import { call } from '../call.ts'
import { environment } from '../../../service/api/environment.ts'
import { newKeyLocation, keyLocation, keyStoreState, projectKey } from '../../profile/keyStore.ts'

/** The contents of the *Key storage* panel. Contains no part of any key. */
const keyStorage = z.object({
  store: keyStoreState,
  /** How well keys are protected there, in one or two sentences. */
  protection: z.string(),
  /** How to find and remove the app's entries with the system's own tools. */
  removal: z.string(),
  /** Whether the app is waiting for the system, which may show a prompt in another window. */
  waiting: z.boolean(),
  keys: z.array(
    z.object({
      /** Also the account of the entry in the key store, whose service name is "Linkwright". */
      profileId: z.string(),
      profileName: z.string(),
      location: keyLocation,
    }),
  ),
})
export type KeyStorage = z.infer<typeof keyStorage>

export const keyCalls = {
  /** Never raises a prompt: the location of keys comes from the app's own records. */
  'keys.storage': call({}, keyStorage),
  /** Rechecks a key store that was missing or failed. Never raises a prompt. */
  'keys.refresh': call({}, keyStoreState),
  /** Stops waiting for the system, for example for an unanswered prompt. The pending call ends with a problem. */
  'keys.cancel': call({}, z.null()),
  /**
   * Replaces a profile's key after the service has accepted the new one. Otherwise keeps the old key and returns the
   * problem. `unproven` skips the check, for a service that currently can't be reached.
   */
  'keys.replace': call(
    {
      profileId: z.string(),
      key: projectKey,
      environment,
      keep: newKeyLocation,
      unproven: z.boolean().default(false),
    },
    z.object({ location: keyLocation }),
  ),
  /** Deletes a profile's key from its storage. The profile is kept. */
  'keys.remove': call({ profileId: z.string() }, z.null()),
}
