import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emptyDatabaseInHealth } from '../store/backups/emptyDatabase.ts'
import type { DatabaseState, Store } from '../store/store.ts'
import { limitTime } from '../store/timeLimit.ts'
import { ApiError } from './apiError.ts'
import { sendApiError } from './errors.ts'

/** A database that doesn't answer within this time counts as unavailable. */
const timeoutMs = 2_000

const shuttingDown = new ApiError('unavailable', 'This process is shutting down.', {
  headers: { 'retry-after': '1' },
})

/**
 * Adds the health routes: `/health` for monitoring (200 also if the database is partly damaged), `/health/live` for
 * restarts (never asks the database), `/health/ready` for load balancers (503 once shutdown begins).
 */
export function serveHealth(app: FastifyInstance, store: Store): void {
  let isShuttingDown = false
  app.addHook('preClose', (done) => {
    isShuttingDown = true
    done()
  })
  serve(app, '/health', async () => toHealth(await limitTime(store.check(), timeoutMs)))
  serve(app, '/health/live', () => ({ status: 'ok' }))
  serve(app, '/health/ready', async (request, reply) => {
    // Sent instead of thrown, because a thrown error would be logged.
    if (isShuttingDown) return sendApiError(shuttingDown, request, reply)
    await limitTime(store.check(), timeoutMs)
    return { status: 'ok' }
  })
}

type HealthHandler = (request: FastifyRequest, reply: FastifyReply) => Health | Promise<Health | FastifyReply>

function serve(app: FastifyInstance, path: string, handler: HealthHandler): void {
  app.get(path, { schema: { hide: true } }, async (request, reply) =>
    handler(request, reply.header('cache-control', 'no-store')),
  )
}

interface Health {
  status: 'ok' | 'degraded'
  warning?: string
}

function toHealth({ damaged, empty }: DatabaseState): Health {
  if (damaged) return { status: 'degraded', warning: 'The database file is damaged. Restore a backup soon.' }
  return empty ? { status: 'ok', warning: emptyDatabaseInHealth } : { status: 'ok' }
}
