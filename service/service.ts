import type { FastifyInstance } from 'fastify'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import { ErrorLog } from './http/errorLog.ts'
import type { ServerOptions } from './http/server.ts'
import { DailyLinks } from './links/dailyLinks.ts'
import { LinkHosts } from './links/linkHosts.ts'
import type { DatabaseSetting } from './settings/database.ts'
import { defaultRetention } from './settings/visits.ts'
import type { VisitRetentionSetting } from './settings/visits.ts'
import { emptyDatabaseInLog } from './store/emptyDatabase.ts'
import type { Store } from './store/store.ts'
import { startCounting } from './visits/counting.ts'

export interface ServiceOptions extends ServerOptions {
  store: Store
  /** Which one the store is, where its backups are to be told of. */
  database?: DatabaseSetting
  host: string
  /** 0 for any free one. */
  port: number
  /** Where links are opened; `null` for the address that the service listens on. */
  linkOrigin: string | null
  rateLimit: number
  wrongKeyLimit: number
  /** How long visits are kept, as a rule as is usual; `null` for counting none. */
  visits?: VisitRetentionSetting | null
}

export interface RunningService {
  /** The address that the service listens on, such as `http://127.0.0.1:4680`. */
  origin: string
  linkOrigin: string
  /** Takes no more connections, and resolves when those that are open have ended by themselves. `stop` is still to come. */
  retire: () => Promise<void>
  /** Finishes what runs, then lets go of the port and the store. */
  stop: () => Promise<void>
}

/** How long requests that run may take to end before their connections are cut. */
const shutdownGraceMs = 10_000
const sweepMs = 50
const verifyMs = 1_000

/** Composes the service over a store and starts it. Closes the store when that fails. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { store, database, host, port, linkOrigin, visits: keeping = defaultRetention, ...rest } = options
  let origin = ''
  const errorLog = new ErrorLog(rest.log, () => store.check())
  const counting =
    keeping &&
    startCounting(keeping, {
      visits: store.visits,
      onError: (error) => errorLog.write(null, error),
      onLoss: (visits) => rest.log.write({ level: 'error', event: 'visits_lost', visits }),
    })
  const daily = new DailyLinks(store.terms)
  const hosts = new LinkHosts(store.terms, () => linkOrigin ?? origin)
  const app = buildApp({ ...rest, store, database, faults: errorLog, daily, counting, hosts })
  let retiring: Promise<void> | undefined
  // Reports a database file that was moved, replaced or removed although nobody asks for anything.
  const verifying = setInterval(
    () => void store.verify().catch((error: unknown) => errorLog.write(null, error)),
    verifyMs,
  ).unref()
  const stop = async () => {
    clearInterval(verifying)
    await closeWithin(app, shutdownGraceMs, retiring)
    await daily.end()
    await counting?.end()
    errorLog.end()
    await store.close()
    rest.log.flush()
  }
  try {
    await app.listen({ host, port })
  } catch (error) {
    await stop()
    throw error
  }
  store
    .check()
    .then(({ empty }) => {
      if (!empty) return
      rest.log.write({ level: 'warn', event: 'database_empty', warning: emptyDatabaseInLog(database) })
    })
    .catch((error: unknown) => errorLog.write(null, error))
  origin = serverOrigin(app, options.tls ? 'https' : 'http')
  return {
    origin,
    linkOrigin: linkOrigin ?? origin,
    retire: () => (retiring ??= retire(app.server)),
    stop,
  }
}

function serverOrigin({ server }: FastifyInstance, scheme: 'http' | 'https'): string {
  const { address, port, family } = server.address() as AddressInfo
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/**
 * Takes no more connections, and answers what comes on those that are open, each with its last answer. Resolves when none is
 * left. None is cut, not even an idle one: its client may be sending on it at this moment, and would take a create for
 * lost. It ends with its next request, or when its client or the server's limit for idle ones ends it.
 */
async function retire(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  // A server for HTTP would close idle connections as well.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
}

/** Of a server that retires already, only `retiring` tells when its last connection has ended. */
async function closeWithin(app: FastifyInstance, ms: number, retiring?: Promise<void>): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), ms)
  // Node closes what is idle now; a connection that finishes its request a moment later would stay open for the next.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  await Promise.all([app.close(), retiring])
  clearTimeout(cut)
  clearInterval(sweep)
}
