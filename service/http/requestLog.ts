import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from './log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The project whose key was sent or whose link was opened. */
    project: string | null
  }
}

interface RequestLogOptions {
  /** Milliseconds from which a request is logged as a warning; 0 for never. */
  slowMs: number
  /** Whether visits that succeed are logged. A popular link has thousands a second, and journald drops lines. */
  visits: boolean
}

/**
 * Logs one line per request after its response. It contains the route and never the path, because a link's path is what
 * opens it.
 */
export function logRequests(app: FastifyInstance, log: Log, { slowMs, visits }: RequestLogOptions): void {
  app.decorateRequest('project', null)
  app.addHook('onResponse', (request, reply, next) => {
    const isSlow = slowMs > 0 && reply.elapsedTime >= slowMs
    const route = routePattern(request)
    if (visits || isSlow || route !== linkPattern || reply.statusCode >= 500) {
      log.write({
        ...(isSlow ? slowEntry : normalEntry),
        request: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1_000) / 1_000,
        project: request.project,
      })
    }
    next()
  })
}

/** The route on which links are opened. */
export const linkPattern = '/*'

const normalEntry = { level: 'info' }
const slowEntry = { level: 'warn', event: 'slow_request' }

/** The route's pattern, such as `/api/v1/sdk/link/:link_path`; `null` if there is none. */
export function routePattern(request: FastifyRequest): string | null {
  return request.routeOptions.url ?? null
}
