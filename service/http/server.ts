import { parse } from 'node:querystring'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'
import { METHODS } from './nodeHttp.ts'
import { formatAnnouncement, headers, type ServiceExtension } from '../../contract/service/api/headers.ts'
import { limits } from '../../contract/service/api/limits.ts'
import { version } from '../version.ts'
import { sendClientError, rawError } from './clientError.ts'
import { closeGracefully } from './gracefulClose.ts'
import { limitPipelining } from './pipelining.ts'
import { createErrorHandler, sendApiError } from './errors.ts'
import type { ErrorLog } from './errorLog.ts'
import type { Log } from './log.ts'
import { ApiError } from './apiError.ts'
import { logRequests } from './requestLog.ts'
import { createNameSelector } from './serverNames.ts'
import type { Tls } from '../settings/tls.ts'
import { createRequestId, readRequestId } from './requestId.ts'

/** Timeouts for clients, in milliseconds. */
interface Timeouts {
  /** For sending the headers. */
  headers: number
  /** For sending the whole request. */
  request: number
  /** Between two requests on a connection. */
  keepAlive: number
  /** For reading a part of a response. */
  unread: number
}

const defaultTimeouts: Timeouts = { headers: 10_000, request: 30_000, keepAlive: 65_000, unread: 30_000 }
const maxConnections = 20_000

export interface ServerOptions {
  log: Log
  timeouts?: Timeouts
  /** Certificate and key, if the service terminates TLS itself. */
  tls?: Tls | null
  /** Whether the headers of a proxy in front are trusted. */
  behindProxy?: boolean
  /** Milliseconds from which a request is logged as slow; 0 for never. */
  slowRequestMs?: number
  /** Whether visits that succeed are logged. */
  logVisits?: boolean
  /** Features beyond the specification, as announced in responses. */
  extensions?: readonly ServiceExtension[]
}

/** The query of a request until `parseQuery`. */
type UnparsedQuery = Record<'text', string>

/** A hook for routes that read parameters of the query. */
export function parseQuery(request: FastifyRequest, _reply: unknown, next: () => void): void {
  request.query = parse((request.query as UnparsedQuery).text)
  next()
}

/**
 * Creates an HTTP server without routes. It has the limits, the log, and JSON responses for all errors before a route
 * is found.
 */
export function createHttpServer(errorLog: ErrorLog, options: ServerOptions): FastifyInstance {
  const { log, timeouts = defaultTimeouts, behindProxy = false, extensions = [], slowRequestMs = 0 } = options
  const service = formatAnnouncement(`linkwright/${version}`, extensions)
  const announce = createAnnouncer(service)
  const app = fastify({
    ...transportOptions(options),
    bodyLimit: limits.bodyBytes,
    genReqId: behindProxy ? readRequestId : createRequestId,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionTimeout: timeouts.unread,
    // While closing, requests on open connections are still served; idle connections are closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => sendClientError(error, socket, { log, service }),
    frameworkErrors: (_error, request, reply) => {
      announce(request.id, reply)
      void sendApiError(
        new ApiError('malformed_request', 'The path is not a valid URL path.'),
        request,
        reply,
      )
    },
    // Only the API needs the parameters. Parsing them would cost some percent of a visit.
    routerOptions: { maxParamLength: 16 * 1_024, querystringParser: (text): UnparsedQuery => ({ text }) },
  })
  // The router must know every method that Node's parser accepts, to answer with 405.
  const supportedMethods = app.supportedMethods
  for (const method of METHODS) if (!supportedMethods.includes(method)) app.addHttpMethod(method)
  app.decorateRequest('isStoring', false)
  app.server.maxConnections = maxConnections
  limitPipelining(app.server)
  handleConnectAndExpect(app, service)
  logRequests(app, log, { slowMs: slowRequestMs, visits: options.logVisits ?? true })
  app.addHook('onRequest', (request, reply, next) => {
    announce(request.id, reply)
    // RFC 9112 §3.2.
    const isHostMissing = request.raw.httpVersion === '1.1' && !request.headers.host
    next(isHostMissing ? new ApiError('malformed_request', 'The Host header is missing.') : undefined)
  })
  app.setErrorHandler(createErrorHandler(errorLog))
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found', 'Nothing exists at this address.')
  })
  return app
}

/** Plain HTTP or TLS. Both take the same limits, but fastify's types don't allow one object for either. */
function transportOptions({ tls, timeouts = defaultTimeouts }: ServerOptions): object {
  const http = {
    headersTimeout: timeouts.headers,
    maxHeaderSize: 16 * 1_024,
    connectionsCheckingInterval: Math.min(2_000, timeouts.headers / 2),
    // Node would answer a missing Host header itself, without a body.
    requireHostHeader: false,
  }
  if (!tls) return { http }
  const { cert, key, domains = [] } = tls
  const sniOptions = domains.length > 0 && { SNICallback: createNameSelector(domains) }
  return { https: { ...http, cert, key, ...sniOptions, handshakeTimeout: timeouts.headers } }
}

/**
 * Returns a function that sets the headers of every response: the service's version, from which the app derives its
 * features, and the request id.
 */
function createAnnouncer(service: string) {
  return (id: string, reply: { headers: (values: Record<string, string>) => unknown }): void => {
    reply.headers({
      [headers.linkService]: service,
      [headers.requestId]: id,
      'x-content-type-options': 'nosniff',
    })
  }
}

/**
 * Handles two cases that Node's server would answer itself: CONNECT, and an `Expect` other than
 * `100-continue`.
 */
function handleConnectAndExpect({ server }: FastifyInstance, service: string): void {
  server.on('connect', ({ socket }) => {
    // Node has detached the socket: an unhandled `error` when the client closes it would end the process.
    socket.on('error', () => socket.destroy())
    const apiError = new ApiError('method_not_allowed', 'This server is not a proxy.', {
      headers: { allow: 'GET, HEAD' },
    })
    socket.write(rawError(apiError, service))
    closeGracefully(socket)
  })
  // RFC 9110 §10.1.1 leaves this to the server; the request is served as if nothing were expected.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
