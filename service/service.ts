import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { buildApp, type AppParts } from './app.ts'
import { ErrorLog } from './http/errorLog.ts'
import { createOpenConnections } from './http/openConnections.ts'
import { startInvitationPruning } from './keys/invite.ts'
import { LinkHosts } from './links/linkHosts.ts'
import { defaultRetention, type VisitRetentionSetting } from './settings/visits.ts'
import { emptyDatabaseInLog } from './store/backups/emptyDatabase.ts'
import { VisitCounter } from './visits/counter.ts'
import { startPruning } from './visits/retention.ts'

type OwnParts = 'errorLog' | 'hosts' | 'counter' | 'retention'

export interface ServiceOptions extends Omit<AppParts, OwnParts> {
  host: string
  /** 0 for any free port. */
  port: number
  /** An open socket to listen on instead of `host` and `port`. */
  socket?: Socket | null
  /** Base URL of links; `null` for the address the service listens on. */
  linkOrigin: string | null
  /** How long `stop` keeps idle connections open, in milliseconds; 0 if omitted. */
  idleGraceMs?: number
  /** How long visits are kept, the default if omitted; `null` to count none. */
  visits?: VisitRetentionSetting | null
}

/** Maximum time for running requests to finish before their connections are closed. */
const shutdownGraceMs = 10_000
const sweepIntervalMs = 50
const verifyIntervalMs = 1_000

/** Starts the service on a store. Closes the store if that fails. */
export async function startService(options: ServiceOptions) {
  const {
    store,
    log,
    replica,
    socket,
    linkOrigin,
    idleGraceMs = 0,
    visits: retention = defaultRetention,
  } = options
  let origin = ''
  const errorLog = new ErrorLog(log, () => store.check())
  const onError = (error: unknown) => errorLog.write(null, error)
  const onLoss = (visits: number) => log.write({ level: 'error', event: 'visits_lost', visits })
  const counter = retention && new VisitCounter({ visits: store.visits, onError, onLoss })
  const endVisitPruning = retention && startPruning(store.visits, retention, onError)
  const endInvitationPruning = startInvitationPruning(store, onError)
  const hosts = new LinkHosts((replica ?? store).terms, () => linkOrigin ?? origin, store.ownPaths)
  const ownParts = { errorLog, counter, retention, hosts }
  const app = buildApp({ ...options, ...ownParts })
  let retirement: Promise<void> | undefined
  // Detects a moved, replaced or removed database file even without requests.
  const verifyTimer = setInterval(() => void store.verify().catch(onError), verifyIntervalMs).unref()
  const stop = async () => {
    clearInterval(verifyTimer)
    // Fastify closes only what it has opened.
    if (socket || idleGraceMs > 0) retirement ??= retire(app.server)
    if (retirement) await waitUntilIdle(retirement, idleGraceMs)
    await closeWithin(app, shutdownGraceMs, retirement)
    await Promise.all([counter?.end(), endVisitPruning?.()])
    await endInvitationPruning()
    errorLog.end()
    await replica?.close()
    await store.close()
    log.flush()
  }
  try {
    await listen(app, options)
  } catch (error) {
    await stop()
    throw error
  }
  warnIfEmpty(options).catch(onError)
  origin = serverOrigin(app, options.tls ? 'https' : 'http')
  return {
    /** The address the service listens on, such as `http://127.0.0.1:4680`. */
    origin,
    linkOrigin: linkOrigin ?? origin,
    connections: createOpenConnections(app.server),
    /**
     * Stops accepting connections; resolves when the open ones have closed. `stop` must still be
     * called.
     */
    retire: () => (retirement ??= retire(app.server)),
    /** Accepts no more connections, finishes running requests, then closes the store. */
    stop,
  }
}

async function listen(app: FastifyInstance, { socket, host, port }: ServiceOptions): Promise<void> {
  if (!socket) {
    await app.listen({ host, port })
    return
  }
  await app.ready()
  app.server.listen(socket)
  await once(app.server, 'listening')
}

async function warnIfEmpty({ store, log, database }: ServiceOptions): Promise<void> {
  const { empty } = await store.check()
  if (empty) log.write({ level: 'warn', event: 'database_empty', warning: emptyDatabaseInLog(database) })
}

function serverOrigin({ server }: FastifyInstance, scheme: 'http' | 'https'): string {
  const { address, port, family } = server.address() as AddressInfo
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/**
 * Stops accepting connections and resolves when all open ones have closed. Each gets `Connection: close` with
 * its next response. Idle connections stay open too: a client may be sending a create on one, and would see
 * it fail.
 */
async function retire(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  // Closing Node's HTTP server would also close idle connections.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
}

/** Waits until the last connection has ended, at most for this time. */
async function waitUntilIdle(retirement: Promise<void>, graceMs: number): Promise<void> {
  await Promise.race([retirement, pause(graceMs, null, { ref: false })])
  // After a pause without CPU time, requests that have arrived must be read before connections that seem idle are closed.
  await nextTurn()
}

/** If the server is already retiring, only `retirement` reports its last connection. */
async function closeWithin(
  app: FastifyInstance,
  timeoutMs: number,
  retirement?: Promise<void>,
): Promise<void> {
  const cutoffTimer = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  // Node closes connections that are idle now. One that finishes its request a moment later would stay open
  // for the next.
  const sweepTimer = setInterval(() => app.server.closeIdleConnections(), sweepIntervalMs)
  await Promise.all([app.close(), retirement])
  clearTimeout(cutoffTimer)
  clearInterval(sweepTimer)
}
