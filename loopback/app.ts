import fastify from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { Problem } from '../contract/problem.ts'
import { isExcessiveText } from '../contract/jsonScan.ts'
import { fail } from '../contract/result.ts'
import { dispatch } from '../core/dispatch.ts'
import type { Dispatchable } from '../core/dispatch.ts'
import type { Page } from '../core/page/page.ts'
import { closeGently } from '../service/http/closeGently.ts'
import { afterAnswers, boundConnections } from '../service/http/connections.ts'
import { addCodeRoutes } from './codeRoutes.ts'
import type { OneTimeCodes } from './oneTimeCodes.ts'
import { isOwnHost, mayCall, ownAddress } from './visitor.ts'

/** The longest body of a call, in bytes: the longest request fits sixty times. */
export const bodyLimit = 4 * 1024 * 1024

export interface LoopbackParts {
  core: Dispatchable
  page: Page
  /** What every call must carry. It is in the fragment of the printed address, and given for a one-time code. */
  token: string
  codes: OneTimeCodes
}

/**
 * The app in a plain browser: `POST /call/:name` takes JSON and answers a `Result`, every GET is a file of the window.
 * It takes nobody's word: everything must name the own `Host`, every call the own `Origin` and the token.
 */
export function loopbackApp({ core, page, token, codes }: LoopbackParts): FastifyInstance {
  // `__proto__` in JSON is plain data here as it is in Electron's host: the schemas of the calls refuse it by name.
  const json = { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' } as const
  const app = fastify({
    ...json,
    bodyLimit,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    connectionTimeout: unreadMs,
    // Joined, two `Host` headers are none of ours. Node would take the first.
    http: { joinDuplicateHeaders: true },
    clientErrorHandler: refuseRaw,
    frameworkErrors: (error, _request, reply) => void refuse(reply, error.statusCode ?? 400, noRequest),
    routerOptions: { maxParamLength: 16 * 1_024 },
  })
  boundConnections(app.server)
  app.removeContentTypeParser('text/plain')
  boundJson(app)
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnHost(request.raw)) return notAllowed(reply)
  })
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!mayCall(request.raw, token)) return notAllowed(reply)
  }
  app.post<{ Params: { name: string } }>('/call/:name', { onRequest }, async (request, reply) =>
    answer(reply, await dispatch(core, request.params.name, request.body)),
  )
  addCodeRoutes(app, { token, codes })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async ({ method, raw }, reply) => {
      const address = ownAddress(raw)
      if (address === null) return refuse(reply, 400, noRequest)
      const { status, headers, body } = await page({ method, url: address })
      reply.code(status).headers(headers)
      // Of a body, fastify would say the length, and a HEAD has none.
      return method === 'HEAD' ? reply.send() : reply.send(body)
    },
  })
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, { code: 'unknown_call' }))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (error instanceof ExcessiveBody) return refuse(reply, status, { code: 'input_too_large' })
    // Fastify's own words for a faulty body quote nothing of it.
    if (status < 500) return refuse(reply, status, { code: 'invalid_input', detail: error.message })
    core.reportBug(request.routeOptions.url ?? 'unknown', error)
    return refuse(reply, 500, { code: 'bug' })
  })
  return app
}

/** Refuses what is too much before it is parsed: a quarter of a million keys take a second, and nobody else is served. */
function boundJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isExcessiveText(body)) done(new ExcessiveBody())
    else void parse(request, body, done)
  })
}

class ExcessiveBody extends Error {
  readonly statusCode = 413
}

/** How long an answer may stand still, in milliseconds, before its connection is cut. */
const unreadMs = 30_000

/** What is not HTTP, or asks for nothing that can have an address. */
const noRequest: Problem = { code: 'invalid_input', detail: 'The request is not valid HTTP.' }

/** Answers what no request could be read from. */
function refuseRaw(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(fail(noRequest))
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  afterAnswers(socket, () => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    closeGently(socket)
  })
}

function notAllowed(reply: FastifyReply): FastifyReply {
  return refuse(reply, 403, { code: 'not_allowed' })
}

function refuse(reply: FastifyReply, status: number, problem: Problem): FastifyReply {
  return answer(reply.code(status), fail(problem))
}

function answer(reply: FastifyReply, result: unknown): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send(result)
}
