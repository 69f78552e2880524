import { z } from 'zod'
import { environment } from '../headers.ts'
import { projectKey } from '../keyStore.ts'
import { problem } from '../problem.ts'
import { profileInput } from '../profile.ts'

/** One step of the walk to a service. Steps after a failed one are `skipped`. */
export const connectionStep = z.object({
  name: z.enum(['address', 'name', 'connection', 'tls', 'http', 'json', 'key', 'environment', 'clock']),
  state: z.enum(['passed', 'failed', 'skipped']),
  /** What was found, in a few words: an address, an issuer and expiry, a status. */
  found: z.string(),
  problem: problem.nullable(),
})
export type ConnectionStep = z.infer<typeof connectionStep>

export const connectionCalls = {
  /**
   * Walks to a service step by step and never creates a link. Without `key` the stored one of `profileId` is used. A test
   * needs no name for the profile.
   */
  'connection.test': {
    input: z.strictObject({
      profile: profileInput.extend({ name: z.string().trim().max(60) }).strict(),
      environment,
      key: projectKey.optional(),
      profileId: z.string().optional(),
    }),
    output: z.object({
      baseUrl: z.string().nullable(),
      steps: z.array(connectionStep),
      /** A value for the ENVIRONMENT header that the service does take, where it refused the profile's. */
      suggestedEnvironment: z.string().nullable(),
      /** Where on the same server a link service was found, where there is none at the address. */
      suggestedBaseUrl: z.string().nullable(),
    }),
  },
}
