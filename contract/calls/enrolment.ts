import { z } from 'zod'
import { maxEnrolmentLength } from '../enrolmentLink.ts'
import { environment } from '../environment.ts'
import { keyScopes } from '../keyScope.ts'
import { keyPlace, newKeyPlace } from '../keyStore.ts'
import { profileInput } from '../profile.ts'
import { savedProfile } from './profiles.ts'

const reference = z.strictObject({ id: z.string().max(100) })

/** An invitation that was read but not used. The app keeps its secret; the window never gets it back. */
export const openedInvitation = z.object({
  id: z.string(),
  /** Base URL of the service that would be asked. */
  service: z.string(),
  /** The profiles of the same service. One without a key can get that of the invitation. */
  profiles: z.array(z.object({ id: z.string(), name: z.string(), key: keyPlace })),
})
export type OpenedInvitation = z.infer<typeof openedInvitation>

/** What the service says that an invitation is for. */
export const checkedInvitation = z.object({
  projectName: z.string(),
  keyName: z.string(),
  scope: z.enum(keyScopes),
  /** The only environment in which the key works; `null` for both. */
  environment: environment.nullable(),
  expiresAt: z.iso.datetime(),
})
export type CheckedInvitation = z.infer<typeof checkedInvitation>

export const enrolmentCalls = {
  /**
   * Reads an invitation: the pasted text, or the one that another program passed. Sends nothing. Returns `null` if there is
   * none to read. Replaces the previous one.
   */
  'enrolment.open': {
    input: z.strictObject({
      text: z.string().max(maxEnrolmentLength, 'This is too long for an invitation.').optional(),
    }),
    output: openedInvitation.nullable(),
  },
  /** Asks the service what the invitation is for. It stays unused. */
  'enrolment.check': { input: reference, output: checkedInvitation },
  /**
   * Accepts the invitation: creates a key, registers it with the service, and saves it in a new profile, or in `profileId`, a
   * profile of the same service without a key. Repeatable if the key store refuses the key.
   */
  'enrolment.accept': {
    input: reference.extend({
      name: profileInput.shape.name,
      keep: newKeyPlace,
      profileId: z.string().max(100).optional(),
    }),
    output: savedProfile,
  },
  /** Forgets the invitation. */
  'enrolment.dismiss': { input: reference, output: z.null() },
}
