import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The project whose key was sent or whose link was opened. */
    project: string | null
  }
}

/**
 * Logs one line per request after its response. It has the route and never the path, since a link's path is
 * what opens it. A request that takes at least `slowMs` is logged as a warning; 0 turns this off.
 */
export function logRequests(app: FastifyInstance, log: Log, slowMs: number): void {
  app.decorateRequest('project', null)
  app.addHook('onResponse', (request, reply, next) => {
    const isSlow = slowMs > 0 && reply.elapsedTime >= slowMs
    log.write({
      ...(isSlow ? slowEntry : normalEntry),
      request: request.id,
      method: request.method,
      route: routePattern(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1_000) / 1_000,
      project: request.project,
    })
    next()
  })
}

const normalEntry = { level: 'info' }
const slowEntry = { level: 'warn', event: 'slow_request' }

/** The route's pattern, such as `/api/v1/sdk/link/:link_path`; `null` if there is none. */
export function routePattern(request: FastifyRequest): string | null {
  return request.routeOptions.url ?? null
}
