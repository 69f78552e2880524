import type { FastifyInstance } from 'fastify'
import type { Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { refuseOtherMethods } from './methods.ts'

/** A database that has not answered by then does not answer. */
const patienceMs = 2_000

/** `/health` for whoever restarts or balances: 200 when the database answers, 503 when it does not. */
export function serveHealth(app: FastifyInstance, store: Store): void {
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    await withPatience(store.check())
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  refuseOtherMethods(app, '/health', 'GET')
}

async function withPatience(check: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new StoreUnavailable('The database does not answer.')), patienceMs)
  try {
    await Promise.race([check, late])
  } finally {
    clearTimeout(timer)
  }
}
