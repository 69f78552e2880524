import { z } from 'zod'
import { call } from '../call.ts'
import { maxEnrolmentLength } from '../../../service/keys/enrolmentLink.ts'
import { inviteRequest } from '../../../service/keys/enrolment.ts'
import { environment } from '../../../service/api/environment.ts'
import { keyScopes } from '../../../service/keys/keyScope.ts'
import { keyLocation, newKeyLocation } from '../../profile/keyStore.ts'
import { profileInput } from '../../profile/profile.ts'
import { savedProfile } from './profiles.ts'

const reference = z.strictObject({ id: z.string().max(100) })

/** An invitation that was read but not redeemed. The app keeps its secret and never returns it to the window. */
const openedInvitation = z.object({
  id: z.string(),
  /** Base URL of the service that would be contacted. */
  service: z.string(),
  /** The profiles of the same service. Those without a key can receive the invitation's key. */
  profiles: z.array(z.object({ id: z.string(), name: z.string(), key: keyLocation })),
})
export type OpenedInvitation = z.infer<typeof openedInvitation>

/** The service's description of an invitation. */
const checkedInvitation = z.object({
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
   * Reads an invitation: the pasted text, or the one that another program passed. Replaces the previous one. Sends
   * nothing. Returns `null` if there is none.
   */
  'enrolment.open': call(
    { text: z.string().max(maxEnrolmentLength, 'This is too long for an invitation.').optional() },
    openedInvitation.nullable(),
  ),
  /** Requests the invitation's description from the service. Doesn't redeem it. */
  'enrolment.check': call(reference, checkedInvitation),
  /**
   * Redeems the invitation: saves a new key in a new profile, or in `profileId`, a profile of the same service without a
   * key, and registers it with the service. If the key can't be saved, the invitation stays unused. A new profile starts
   * with the tracking rules of the profile `rulesOf`.
   */
  'enrolment.accept': call(
    reference.extend({
      name: profileInput.shape.name,
      keep: newKeyLocation,
      profileId: z.string().max(100).optional(),
      rulesOf: z.string().max(100).optional(),
    }),
    savedProfile,
  ),
  /** Returns whether the service lets the profile's key invite others. Creates no invitation. */
  'enrolment.mayInvite': call({ profileId: z.string().max(100) }, z.object({ mayInvite: z.boolean() })),
  /**
   * Invites a colleague with the key of a profile. Returns a link that is shown once: whoever opens it first gets a key of the same
   * project.
   */
  'enrolment.invite': call(
    {
      profileId: z.string().max(100),
      name: inviteRequest.shape.name,
      scope: z.enum(keyScopes).optional(),
      hours: inviteRequest.shape.hours,
    },
    checkedInvitation.omit({ projectName: true }).extend({ link: z.string() }),
  ),
  /** Discards the invitation. */
  'enrolment.dismiss': call(reference, z.null()),
}
