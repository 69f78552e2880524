import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The project that it concerns: whose key it brings, or whose link it opens. */
    project: string | null
  }
}

/**
 * One line per request, after its answer: the route and never the path, which for a link is what opens it. From `slowMs` on,
 * which may be 0 for never, the line warns of a slow one.
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

/** The route's pattern, such as `/api/v1/sdk/link/:link_path`; `null` where there is none. */
export function routePattern(request: FastifyRequest): string | null {
  return request.routeOptions.url ?? null
}
