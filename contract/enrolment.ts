import { z } from 'zod'
import { environment } from './environment.ts'
import { keyScopes } from './keyScope.ts'

/** Name of our service's extension that exchanges invitations for keys, in `Link-Service` (specification 4.4). */
export const enrolmentExtension = 'enroll'

/** Path of the operation, after the base URL. */
export const enrolmentPath = '/enroll'

/** The body of `POST /enroll`. Without `accept` the invitation is only described, and stays unused. */
export const enrolmentRequest = z.strictObject({
  invitation: z.string('Must be the invitation.').max(200, 'Must be at most 200 characters long.'),
  accept: z.boolean('Must be true or false.').default(false),
})

/** The answer to `POST /enroll` (specification 4.7). `key` is there if the invitation was accepted. */
export const enrolmentAnswer = z.object({
  project: z.string(),
  project_name: z.string(),
  key_name: z.string(),
  scope: z.enum(keyScopes),
  /** The only environment in which the key works; `null` for both. */
  environment: environment.nullable(),
  expires_at: z.iso.datetime(),
  key: z.string().optional(),
})
export type EnrolmentAnswer = z.infer<typeof enrolmentAnswer>
