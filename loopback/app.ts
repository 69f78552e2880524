import fastify from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../contract/app/problems/problem.ts'
import { respondAsyncHeaders, lateResultPath } from '../contract/app/window/windowAddress.ts'
import { isExcessiveText } from '../contract/service/json/jsonScan.ts'
import { fail } from '../contract/app/problems/result.ts'
import { dispatch, type Dispatchable } from '../core/dispatch.ts'
import type { Page } from '../core/page/page.ts'
import { limitPipelining } from '../service/http/pipelining.ts'
import { answerMalformed, rawResponse } from '../service/http/rawResponse.ts'
import { addCodeRoutes } from './codeRoutes.ts'
import { createLateResults, defaultLateAfterMs, type LateResult } from './lateResults.ts'
import type { OneTimeCodes } from './oneTimeCodes.ts'
import { isOwnHost, isCallAllowed, ownAddress } from './requestOrigin.ts'

/** Maximum body size of a call in bytes: sixty times the largest request. */
export const bodyLimit = 4 * 1024 * 1024

export interface LoopbackParts {
  core: Dispatchable
  page: Page
  /**
   * The secret that every call must send. Contained in the fragment of the printed address, and returned for a one-time
   * code.
   */
  token: string
  codes: OneTimeCodes
  /** Milliseconds after which a call may be answered later. */
  lateAfterMs?: number
}

/**
 * Creates the app for a plain browser: `POST /call/:name` takes JSON and returns a `Result`; every GET is a file of
 * the window. Every request must have our own `Host`, and every call our own `Origin` and the token.
 */
export function createLoopbackApp(parts: LoopbackParts): FastifyInstance {
  const { core, page, token, codes, lateAfterMs = defaultLateAfterMs } = parts
  // `__proto__` in JSON is plain data, as in Electron's host. The schemas of the calls reject it by name.
  const json = { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' } as const
  const app = fastify({
    ...json,
    bodyLimit,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    connectionTimeout: maxUnreadMs,
    // Joins duplicate `Host` headers, so that they don't match ours. Node would otherwise use the first.
    http: { joinDuplicateHeaders: true },
    clientErrorHandler: (error, socket) =>
      answerMalformed(error, socket, () =>
        rawResponse(400, { 'Cache-Control': 'no-store' }, fail(invalidRequestProblem)),
      ),
    frameworkErrors: (error, _request, reply) =>
      void sendProblem(reply, error.statusCode ?? 400, invalidRequestProblem),
    routerOptions: { maxParamLength: 16 * 1_024 },
  })
  limitPipelining(app.server)
  app.removeContentTypeParser('text/plain')
  limitJsonBody(app)
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnHost(request.raw)) return sendMethodNotAllowed(reply)
  })
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isCallAllowed(request.raw, token)) return sendMethodNotAllowed(reply)
  }
  const lateResults = createLateResults(lateAfterMs)
  app.post<{ Params: { name: string } }>('/call/:name', { onRequest }, async (request, reply) => {
    const result = dispatch(core, request.params.name, request.body)
    const acceptsLateResult = request.headers['prefer'] === respondAsyncHeaders.Prefer
    return sendLateResult(
      reply,
      acceptsLateResult ? await lateResults.waitBriefly(result) : { result: await result },
    )
  })
  app.post<{ Params: { id: string } }>(lateResultPath(':id'), { onRequest }, async (request, reply) => {
    const outcome = await lateResults.take(request.params.id)
    return outcome ? sendLateResult(reply, outcome) : sendProblem(reply, 404, { code: 'unknown_call' })
  })
  addCodeRoutes(app, { token, codes })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async ({ method, raw }, reply) => {
      const address = ownAddress(raw)
      if (address === null) return sendProblem(reply, 400, invalidRequestProblem)
      const { status, headers, body } = await page({ method, url: address })
      reply.code(status).headers(headers)
      // A response to HEAD has no body, but fastify would send its length.
      return method === 'HEAD' ? reply.send() : reply.send(body)
    },
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 404, { code: 'unknown_call' }))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (error instanceof ExcessiveBodyError) return sendProblem(reply, status, { code: 'input_too_large' })
    // Fastify's messages about an invalid body never quote it.
    if (status < 500) return sendProblem(reply, status, { code: 'invalid_input', detail: error.message })
    core.reportBug(request.routeOptions.url ?? 'unknown', error)
    return sendProblem(reply, 500, { code: 'bug' })
  })
  return app
}

/** Rejects excessively complex input before parsing it, because 250,000 keys would block all requests for a second. */
function limitJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isExcessiveText(body)) done(new ExcessiveBodyError())
    else void parse(request, body, done)
  })
}

class ExcessiveBodyError extends Error {
  readonly statusCode = 413
}

/** Milliseconds without progress of a response before its connection is closed. */
const maxUnreadMs = 30_000

/** The error for input that isn't HTTP, or a request without a valid URL. */
const invalidRequestProblem: Problem = { code: 'invalid_input', detail: 'The request is not valid HTTP.' }

function sendMethodNotAllowed(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 403, { code: 'not_allowed' })
}

function sendLateResult(reply: FastifyReply, outcome: LateResult): FastifyReply {
  if ('result' in outcome) return sendResult(reply, outcome.result)
  return sendResult(reply.code(202).header('location', outcome.path), null)
}

function sendProblem(reply: FastifyReply, status: number, problem: Problem): FastifyReply {
  return sendResult(reply.code(status), fail(problem))
}

function sendResult(reply: FastifyReply, result: unknown): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send(result)
}
