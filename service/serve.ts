import type { Socket } from 'node:net'
import { apiPrefix } from '../contract/service/api/headers.ts'
import type { Log } from './http/log.ts'
import type { OpenConnections } from './http/openConnections.ts'
import { openInheritedSocket } from './workers/inheritedSocket.ts'
import { startService } from './service.ts'
import { formatDatabase } from './settings/database.ts'
import { rejectUnsafe, type Settings } from './settings/settings.ts'
import { waitForEndSignal } from './workers/signals.ts'
import { openStore } from './store/open.ts'
import { Replica } from './store/postgres/replica/replica.ts'
import type { Store } from './store/store.ts'
import { version } from './version.ts'

/**
 * Maximum time to shut down: a second for idle connections, 10 for running requests, then the database. The supervisor
 * waits longer.
 */
const shutdownDeadlineMs = 14_000

/**
 * A proxy that sends a create on an idle connection just as it closes can't know whether the create was stored. A busy
 * connection is used within a second, and then closes after its response.
 */
export const idleGraceMs = 1_000

export interface ServeOptions {
  log: Log
  /** Called with the address when the service accepts requests. */
  announce: (announcement: string, connections: OpenConnections) => unknown
  /** Resolves when another process has taken over the port. */
  retirement?: Promise<void>
}

/**
 * Serves until SIGTERM or SIGINT, or until another process has taken over and the last connection has closed.
 */
export async function serve(settings: Settings, { log, announce, retirement }: ServeOptions): Promise<void> {
  const socket = settings.inheritedSocket ? openSafeSocket(settings) : null
  const store = await openStore(settings.database)
  const replica = openConfiguredReplica(settings, store, log)
  // From the first request on, a signal must not interrupt running requests.
  const endSignal = waitForEndSignal(shutdownDeadlineMs)
  const { origin, linkOrigin, connections, retire, stop } = await startService({
    ...settings,
    socket,
    store,
    replica,
    log,
    idleGraceMs,
  })
  const addresses = `API at ${origin}${apiPrefix}, links under ${linkOrigin}/`
  announce(
    `Linkwright service ${version}: ${addresses}, database ${formatDatabase(settings.database)}`,
    connections,
  )
  await (retirement ? Promise.race([endSignal, retirement.then(retire)]) : endSignal)
  await stop()
}

function openConfiguredReplica({ database, replicaUrl }: Settings, store: Store, log: Log): Replica | null {
  if (replicaUrl === null || database.engine !== 'postgres') return null
  return new Replica({
    url: replicaUrl,
    primaryUrl: database.url,
    primary: store,
    onChange: (reason) =>
      log.write(
        reason === null
          ? { level: 'info', event: 'replica_used' }
          : { level: 'warn', event: 'replica_unused', error: reason },
      ),
  })
}

/** Returns the socket that systemd has passed. Throws if keys would travel unencrypted on it. */
function openSafeSocket(settings: Settings): Socket {
  const { socket, address } = openInheritedSocket()
  rejectUnsafe({ ...settings, host: address }, 'The address of the inherited socket')
  return socket
}
