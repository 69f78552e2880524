import { apiPrefix } from '../contract/headers.ts'
import type { Log } from './http/log.ts'
import { startService } from './service.ts'
import { formatDatabase } from './settings/database.ts'
import type { Settings } from './settings/settings.ts'
import { waitForEndSignal } from './signals.ts'
import { openStore } from './store/open.ts'
import { version } from './version.ts'

/** How long the end may take in all: requests have ten seconds of it, then the database. A supervisor waits for longer. */
const shutdownDeadlineMs = 14_000

export interface ServeOptions {
  log: Log
  /** Says that it serves, and where. */
  announce: (announcement: string) => unknown
  /** Resolves when another process has taken over the port. */
  retired?: Promise<void>
}

/** Serves until SIGTERM or SIGINT, or until another process serves instead and the last connection has ended. */
export async function serve(settings: Settings, { log, announce, retired }: ServeOptions): Promise<void> {
  const store = await openStore(settings.database)
  // From the first request on, a signal shall not cut off what runs.
  const ended = waitForEndSignal(shutdownDeadlineMs)
  const { origin, linkOrigin, retire, stop } = await startService({ ...settings, store, log })
  const places = `API at ${origin}${apiPrefix}, links under ${linkOrigin}/`
  announce(`Linkwright service ${version}: ${places}, database ${formatDatabase(settings.database)}`)
  await (retired ? Promise.race([ended, retired.then(retire)]) : ended)
  await stop()
}
