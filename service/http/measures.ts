import { Counter, Gauge, type Registry } from 'prom-client'
import type { ChangeTotals } from '../links/change.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import { findLastBackup } from '../store/backups/backups.ts'
import type { Replica } from '../store/postgres/replica/replica.ts'
import type { Store } from '../store/store.ts'
import { limitTime } from '../store/timeLimit.ts'
import type { VisitTotals } from '../visits/counter.ts'

/**
 * A database that doesn't answer within this time counts as unavailable. Shorter than a metrics collector
 * waits for a worker.
 */
const databaseTimeoutMs = 1_000

export interface MeasuredParts {
  /** `null` if visits are not counted. */
  visits: Readonly<VisitTotals> | null
  changes: Readonly<ChangeTotals>
  store: Store
  replica?: Replica | null | undefined
  /** Which database the store uses, if known. */
  database?: DatabaseSetting | undefined
}

/** Measures totals, and how close the service is to its capacity. Each value is read on request. */
export function addMeasures(
  registry: Registry,
  { visits, changes, store, replica, database }: MeasuredParts,
  countRequests: () => number,
): void {
  const gauge = (name: string, help: string, read: Read, label?: string) =>
    new Gauge(readOnRequest(registry, { name, help, label }, read))
  const counter = (name: string, help: string, read: Read, label: string) =>
    new Counter(readOnRequest(registry, { name, help, label }, read))
  // Updating a labeled counter would cost more than all other work for a visit.
  const visitsHelp = 'Visits to links: by people, per outcome, and by bots and tests.'
  if (visits) counter('linkwright_visits_total', visitsHelp, () => visits, 'outcome')
  const changesHelp = 'Requested changes of links, by outcome.'
  counter('linkwright_link_changes_total', changesHelp, () => ({ ...changes }), 'outcome')
  gauge('linkwright_requests_under_way', 'Requests in progress.', countRequests)
  const createsHelp = 'Creates waiting for the database. Above 2,000, further ones are refused.'
  gauge('linkwright_creates_waiting', createsHelp, () => store.load().creates)
  // Read before the database is queried: pg-pool hands out even an idle connection only in the next tick, so that query would be counted.
  const poolHelp = 'PostgreSQL connections by state, and requests waiting for one.'
  if (store.load().pool)
    gauge('linkwright_pool_connections', poolHelp, () => ({ ...store.load().pool }), 'state')
  gauge('linkwright_database_up', '1 if the database responds, otherwise 0.', () =>
    limitTime(store.check(), databaseTimeoutMs).then(
      () => 1,
      () => 0,
    ),
  )
  const backupHelp = 'Time of the last verified backup of the database, in seconds since 1970.'
  if (database)
    gauge('linkwright_last_backup_timestamp_seconds', backupHelp, () => backupTime(database, store))
  if (!replica) return
  const usedHelp = '1 if visits read links from DATABASE_READ_URL, otherwise 0.'
  gauge('linkwright_replica_used', usedHelp, () => (replica.state().isUsed ? 1 : 0))
  const lagHelp = 'Maximum lag of the replica, in seconds.'
  gauge('linkwright_replica_lag_seconds', lagHelp, () => replica.state().lagMs / 1_000)
  const fallbacksHelp = 'Reads sent to the primary instead of the replica, by reason.'
  counter('linkwright_replica_fallbacks_total', fallbacksHelp, () => replica.state().fallbacks, 'reason')
}

/** `null` if there is no record of a backup, or the database doesn't answer. */
async function backupTime(database: DatabaseSetting, store: Store): Promise<number | null> {
  const backup = await limitTime(findLastBackup(database, store), databaseTimeoutMs).catch(() => null)
  return backup && Date.parse(backup.at) / 1_000
}

/** Reads a value, or the values by label; `null` omits the metric. */
type Read = () => Reading | Promise<Reading>
type Reading = number | Readonly<Record<string, number>> | null

function readOnRequest(
  registry: Registry,
  { label, ...texts }: { name: string; help: string; label: string | undefined },
  read: Read,
) {
  async function collect(this: Pick<Gauge, 'inc' | 'remove' | 'reset'>): Promise<void> {
    const reading = await read()
    this.reset()
    if (reading === null) this.remove()
    else if (typeof reading === 'number') this.inc(reading)
    else for (const [value, count] of Object.entries(reading)) this.inc({ [label ?? '']: value }, count)
  }
  return { ...texts, labelNames: label === undefined ? [] : [label], registers: [registry], collect }
}
