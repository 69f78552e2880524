import { z } from 'zod'
import { call } from '../call.ts'
import { environment } from '../../../service/api/environment.ts'
import { projectKey } from '../../profile/keyStore.ts'
import { problem } from '../../problems/problem.ts'
import { profileInput } from '../../profile/profile.ts'

const stepName = z.enum([
  'address',
  'name',
  'connection',
  'tls',
  'http',
  'json',
  'key',
  'environment',
  'clock',
])
/** The steps of a connection test, in order. */
export const stepNames = stepName.options
export type StepName = z.infer<typeof stepName>

/** One step of a connection test. Steps after a failed one are `skipped`. */
const connectionStep = z.object({
  name: stepName,
  state: z.enum(['passed', 'failed', 'skipped']),
  /** A short result, such as an address, an issuer and expiry, or a status. */
  found: z.string(),
  problem: problem.nullable(),
})
export type ConnectionStep = z.infer<typeof connectionStep>

export const connectionCalls = {
  /**
   * Tests the connection step by step without creating a link. If `key` is omitted, uses the stored key of `profileId`,
   * at another host only with `sameKey`. The profile's name may be empty.
   */
  'connection.test': call(
    {
      profile: profileInput.extend({ name: z.string().trim().max(60) }).strict(),
      environment,
      key: projectKey.optional(),
      profileId: z.string().optional(),
      sameKey: z.boolean().default(false),
    },
    z.object({
      steps: z.array(connectionStep),
      /** A value for the ENVIRONMENT header that the service accepts, if it rejected the profile's value. */
      suggestedEnvironment: z.string().nullable(),
      /** Another address on the same server where a link service was found, if there is none at this one. */
      suggestedBaseUrl: z.string().nullable(),
    }),
  ),
}
