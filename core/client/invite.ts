import type { z } from 'zod'
import { invitePath, inviteResponse, type inviteRequest } from '../../contract/service/keys/enrolment.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Redactor } from '../redactor.ts'
import { describeRequest, identityHeaders, parseResponse, type Destination } from './destination.ts'
import type { Sender } from './sender.ts'

export interface InviteRequests {
  /** Creates an invitation for a key of the same project. */
  invite: (
    destination: Destination,
    body: z.input<typeof inviteRequest>,
  ) => Promise<Result<z.output<typeof inviteResponse>>>
}

export function createInviteRequests(send: Sender['send'], redactor: Redactor): InviteRequests {
  return {
    invite: async (destination, body) => {
      const result = await send({
        about: describeRequest(destination, 'invite'),
        method: 'POST',
        url: destination.baseUrl + invitePath,
        headers: identityHeaders(destination),
        body: JSON.stringify(body),
      })
      return parseResponse(inviteResponse, result, redactor)
    },
  }
}
