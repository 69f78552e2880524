import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'

/** One line per request, after its answer: the route and never the path, which for a link is what opens it. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, next) => {
    log.write({
      level: 'info',
      request: request.id,
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1_000) / 1_000,
      project: request.owner?.project ?? null,
    })
    next()
  })
}

/** The route's pattern, such as `/api/v1/sdk/link/:link_path`; `null` where there is none. */
export function routeOf(request: FastifyRequest): string | null {
  return request.routeOptions.url ?? null
}
