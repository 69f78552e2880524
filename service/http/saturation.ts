import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { DatabaseSetting } from '../settings/database.ts'
import { findLastBackup, type BackupRecord } from '../store/backups/backups.ts'
import type { Store } from '../store/store.ts'
import { limitTime } from '../store/timeLimit.ts'

/**
 * A database that doesn't answer within this time counts as unavailable. Shorter than a metrics collector
 * waits for a worker.
 */
const databaseTimeoutMs = 1_000

/** Measures how close the service is to its capacity. Each value is read on request. */
export function measureSaturation(
  app: FastifyInstance,
  registry: Registry,
  { store, database }: { store: Store; database: DatabaseSetting | undefined },
): void {
  const gauge = (name: string, help: string, measure: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await measure())
      },
    })
  gauge('linkwright_requests_under_way', 'Requests in progress.', countRequests(app))
  gauge(
    'linkwright_creates_waiting',
    'Creates waiting for the database. Above 2,000, further ones are refused.',
    () => store.load().creates,
  )
  // Read before the database is queried: pg-pool hands out even an idle connection only in the next tick, so that query would be counted.
  if (store.load().pool) measurePool(registry, store)
  gauge('linkwright_database_up', '1 if the database responds, otherwise 0.', () =>
    measureAvailability(store),
  )
  if (database) measureLastBackup(registry, () => findLastBackup(database, store))
}

function countRequests({ server }: FastifyInstance): () => number {
  let inFlight = 0
  const onClose = () => void inFlight--
  // Registered before the handlers, which may read the value.
  server.prependListener('request', (_request, response) => {
    inFlight++
    // Runs however the request ends: answered, or aborted by its client.
    response.once('close', onClose)
  })
  return () => inFlight
}

function measureAvailability(store: Store): Promise<number> {
  return limitTime(store.check(), databaseTimeoutMs).then(
    () => 1,
    () => 0,
  )
}

function measurePool(registry: Registry, store: Store): void {
  new Gauge({
    name: 'linkwright_pool_connections',
    help: 'PostgreSQL connections by state, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(store.load().pool ?? {})) this.set({ state }, count)
    },
  })
}

/** If there is no record of a backup, or the database doesn't answer, the metric is omitted. */
function measureLastBackup(registry: Registry, find: () => Promise<BackupRecord | null>): void {
  new Gauge({
    name: 'linkwright_last_backup_timestamp_seconds',
    help: 'Time of the last verified backup of the database, in seconds since 1970.',
    registers: [registry],
    async collect() {
      const backup = await limitTime(find(), databaseTimeoutMs).catch(() => null)
      this.remove()
      if (backup) this.set(Date.parse(backup.at) / 1_000)
    },
  })
}
