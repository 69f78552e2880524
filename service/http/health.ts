import type { FastifyInstance } from 'fastify'
import { emptyDatabaseInHealth } from '../store/emptyDatabase.ts'
import type { Condition, Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { refuseOtherMethods } from './methods.ts'

/** A database that has not answered by then does not answer. */
const timeoutMs = 2_000

/**
 * `/health` for whoever restarts or balances: 200 when the database answers, 503 when it does not. Of a database that is
 * damaged in places the rest is served, so that it is no reason to take the service away: `status` says so.
 */
export function serveHealth(app: FastifyInstance, store: Store): void {
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    const condition = await withPatience(store.check())
    return reply.header('cache-control', 'no-store').send(healthOf(condition))
  })
  refuseOtherMethods(app, '/health', 'GET')
}

function healthOf({ damaged, empty }: Condition): { status: 'ok' | 'degraded'; warning?: string } {
  if (damaged) return { status: 'degraded', warning: 'The database file is damaged. Restore a backup soon.' }
  return empty ? { status: 'ok', warning: emptyDatabaseInHealth } : { status: 'ok' }
}

async function withPatience<T>(check: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new StoreUnavailable('The database does not answer.')), timeoutMs)
  try {
    return await Promise.race([check, late])
  } finally {
    clearTimeout(timer)
  }
}
