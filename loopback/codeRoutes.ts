import type { FastifyInstance } from 'fastify'
import { codePaths } from '../contract/app/window/windowAddress.ts'
import { fail, ok } from '../contract/app/problems/result.ts'
import { isOtherUser } from './connectedUser.ts'
import type { OneTimeCodes } from './oneTimeCodes.ts'
import { isOwnOrigin, isCallAllowed } from './requestOrigin.ts'

interface Parts {
  token: string
  codes: OneTimeCodes
}

/**
 * Adds the routes of one-time codes. Every user of the computer can read a browser's arguments, so its address contains
 * a code, which becomes useless when the page has exchanged it. See decision 13.
 */
export function addCodeRoutes(app: FastifyInstance, { token, codes }: Parts): void {
  const notAllowed = fail({ code: 'not_allowed' })
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  app.post(codePaths.issue, (request, reply) => {
    reply.headers(headers)
    return isCallAllowed(request.raw, token)
      ? reply.send(ok(codes.issue()))
      : reply.code(403).send(notAllowed)
  })
  app.post(codePaths.exchange, async (request, reply) => {
    reply.headers(headers)
    const { body } = request
    // Another user of the computer must not use up the code, either.
    const isOwnWindow = isOwnOrigin(request.raw) && !(await isOtherUser(request.raw.socket))
    if (isOwnWindow && typeof body === 'string' && codes.redeem(body)) return reply.send(ok(token))
    return reply.code(403).send(notAllowed)
  })
}
