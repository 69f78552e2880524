import { z } from 'zod'
import { environment } from '../api/environment.ts'
import { isKeyName, keyScopes, maxKeyNameLength } from './keyScope.ts'
import { keyPattern, keyPrefix, keySecretLength } from './keyShape.ts'

/** Path of the operation, after the base URL. */
export const enrolmentPath = '/enroll'

/**
 * The body of `POST /enroll`. Without `key`, the invitation is only described and isn't redeemed. The caller generates
 * the key, so that no response contains one, and so that a request whose response was lost can be repeated.
 */
export const enrolmentRequest = z.strictObject({
  invitation: z.string('Must be the invitation.').max(200, 'Must be at most 200 characters long.'),
  key: z
    .string('Must be a new project key.')
    .regex(
      keyPattern,
      `Must be ${keyPrefix} and ${keySecretLength} random letters and digits without 0, 1, I, O and l.`,
    )
    .optional(),
})

/** The response to `POST /enroll` (specification 4.8). */
export const enrolmentResponse = z.object({
  project: z.string(),
  project_name: z.string(),
  key_name: z.string(),
  scope: z.enum(keyScopes),
  /** The only environment in which the key works; `null` for both. */
  environment: environment.nullable(),
  expires_at: z.iso.datetime(),
})
export type EnrolmentResponse = z.infer<typeof enrolmentResponse>

/** Path of the operation, after the base URL. */
export const invitePath = '/invitations'
/** Maximum and default number of hours for which an invitation is valid. */
export const inviteHours = { max: 7 * 24, default: 24 } as const

/** The body of `POST /invitations`. What it omits is as for the key that invites. */
export const inviteRequest = z.strictObject({
  name: z
    .string('Must be the name of the new key.')
    .trim()
    .refine(
      (name) => isKeyName(name) && !name.includes(keyPrefix),
      `Must have 1 to ${maxKeyNameLength} letters, digits, spaces or . _ @ - and begin with a letter or digit.`,
    ),
  scope: z.enum(keyScopes, `Must be ${keyScopes.join(', ')}.`).optional(),
  environment: environment.optional(),
  hours: z
    .int('Must be a number of hours.')
    .min(1, 'Must be at least 1.')
    .max(inviteHours.max, `Must be at most ${inviteHours.max}.`)
    .optional(),
})

/** The response to `POST /invitations`. No other response contains the invitation. */
export const inviteResponse = enrolmentResponse
  .pick({ key_name: true, scope: true, environment: true, expires_at: true })
  .extend({ invitation: z.string() })
