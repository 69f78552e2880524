import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { enrolmentResponse, enrolmentPath, enrolmentRequest } from '../../contract/service/keys/enrolment.ts'
import type { EnrolmentResponse } from '../../contract/service/keys/enrolment.ts'
import { ApiError } from '../http/apiError.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { createDelayer } from '../http/delayer.ts'
import type { Log } from '../http/log.ts'
import { enrol, findInvitation } from '../keys/invite.ts'
import { hashProjectKey, keyFingerprint } from '../projectKey.ts'
import type { OpenInvitation } from '../store/projects/invitationStore.ts'
import { readHeader, rejectOtherMedia, rejectUnencrypted, rejectWrongKeys } from './headerGuard.ts'
import type { ApiParts } from './apiParts.ts'
import { prepareBodies, replaceBody } from './requestBody.ts'
import { errorResponses, sendText } from './responses.ts'

/** Registers the exchange of an invitation for a key (specification 4.8), the only operation without a key. */
export function enrolRoute({
  store,
  log,
  wrongKeyLimit,
  behindProxy = false,
}: Pick<ApiParts, 'store' | 'wrongKeyLimit' | 'behindProxy'> & { log: Log }): FastifyPluginCallback {
  const delay = createDelayer()
  return (app: FastifyInstance, _options, done) => {
    app.addHook('onRequest', (request, _reply, next) => {
      if (behindProxy) rejectUnencrypted(readHeader(request, 'X-Forwarded-Proto'))
      rejectOtherMedia(request.headers['content-type'])
      next()
    })
    const api = prepareBodies(app)
    const rejectInvitation = async (request: FastifyRequest): Promise<never> => {
      await rejectWrongKeys(wrongKeyLimit.take(clientAddress(request.raw, behindProxy)), delay)
      throw new ApiError('invitation_not_valid', 'This invitation was used, has expired, or never existed.')
    }
    api.route({
      method: 'POST',
      url: enrolmentPath,
      schema: {
        operationId: 'enroll',
        summary: 'Exchange an invitation for a project key',
        description:
          'Needs no project key. Without "key", returns what the invitation is for. With "key", makes that new key valid; an invitation works once.',
        security: [],
        body: enrolmentRequest,
        response: {
          200: enrolmentResponse,
          ...errorResponses([400, 404, 408, 413, 415, 422, 429, 431, 500, 503]),
        },
      },
      preValidation: replaceBody,
      handler: async (request, reply) => {
        const { invitation, key } = request.body
        const openInvitation = await (key === undefined
          ? findInvitation(store, invitation)
          : enrol(store, invitation, key))
        if (!openInvitation) return await rejectInvitation(request)
        request.project = openInvitation.project
        if (key !== undefined) {
          const fingerprint = keyFingerprint(hashProjectKey(key))
          log.write({
            level: 'info',
            event: 'key_enrolled',
            project: openInvitation.project,
            key_name: openInvitation.name,
            key: fingerprint,
          })
        }
        reply.header('cache-control', 'no-store')
        return sendText(reply, JSON.stringify(toResponse(openInvitation)))
      },
    })
    done()
  }
}

function toResponse(invitation: OpenInvitation): EnrolmentResponse {
  return {
    project: invitation.project,
    project_name: invitation.projectName,
    key_name: invitation.name,
    scope: invitation.scope,
    environment: invitation.environment,
    expires_at: new Date(invitation.expiresAt).toISOString(),
  }
}
