import type { Pool } from 'pg'
import { runQuery } from '../server/connection.ts'
import { sqlState } from '../server/errors.ts'
import { maxLagMs, parsePosition, ReplicaLag } from './replicaLag.ts'

/** How often the primary and the replica are compared, in milliseconds. */
const checkIntervalMs = 500
/** Maximum time to connect to the replica, and to wait for its answer. Short, because visitors wait for the replica first. */
export const replicaTimeoutMs = 1_000

/**
 * The same on both servers if they have the same table: the cluster's id, the database and the table's own id, which a
 * physical standby copies.
 */
const identity = `concat_ws('/', (SELECT system_identifier FROM pg_control_system()), current_database(),
  'links'::regclass::oid)`
/** Only PostgreSQL itself has these functions. */
const primaryQuery = `SELECT pg_current_wal_flush_lsn()::TEXT, ${identity}`
const replicaQuery = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::TEXT END, ${identity}`

export interface WatchedServers {
  replica: Pool
  primary: Pool
  /** Called with `null` when the replica starts to be used, and with the reason when it isn't used. */
  onChange: (reason: string | null) => void
}

/** Compares a replica with its primary twice a second, and decides whether it may be used. */
export class ReplicaWatch {
  readonly #servers: WatchedServers
  readonly #lag = new ReplicaLag()
  #isAvailable = false
  /** Identifies the primary's table. */
  #identity: string | null = null
  /** As last reported; `undefined` at the start. */
  #isReportedUsed: boolean | undefined
  #timer: NodeJS.Timeout | null = null
  #currentCheck: Promise<void>
  #isEnded = false

  constructor(servers: WatchedServers) {
    this.#servers = servers
    this.#currentCheck = this.#check()
  }

  /** Whether the replica answers and is known to be at most `maxLagMs` behind. */
  get isUsed(): boolean {
    return this.#isAvailable && this.lagMs <= maxLagMs
  }

  get lagMs(): number {
    return this.#lag.lagMs()
  }

  /** Stops using the replica until a check succeeds. */
  markUnavailable(error: Error): void {
    this.#isAvailable = false
    this.#report(error.message)
  }

  async end(): Promise<void> {
    this.#isEnded = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#currentCheck
  }

  async #check(): Promise<void> {
    const startedAt = performance.now()
    const primary = await queryPosition(this.#servers.primary, primaryQuery).catch(toError)
    if (!(primary instanceof Error)) {
      this.#identity = primary.identity
      this.#lag.addPrimary(parsePosition(primary.position ?? ''), startedAt)
    } else if (isUnavailable(primary)) this.#lag.markPrimaryUnavailable()
    try {
      this.#lag.addReplica(await this.#readReplicaPosition())
      this.#isAvailable = true
      const reason =
        primary instanceof Error
          ? primary.message
          : `The replica is more than ${maxLagMs / 1_000} seconds behind.`
      this.#report(this.isUsed ? null : reason)
    } catch (error) {
      this.markUnavailable(error as Error)
    }
    if (this.#isEnded) return
    this.#timer = setTimeout(() => void (this.#currentCheck = this.#check()), checkIntervalMs).unref()
  }

  async #readReplicaPosition(): Promise<bigint> {
    const replica = await queryPosition(this.#servers.replica, replicaQuery)
    if (replica.position === null) throw new Error('The server of DATABASE_READ_URL is not a standby.')
    if (this.#identity !== null && replica.identity !== this.#identity) {
      throw new Error('The server of DATABASE_READ_URL is not a standby of the database of DATABASE_URL.')
    }
    return parsePosition(replica.position)
  }

  #report(reason: string | null): void {
    const isUsed = reason === null
    if (isUsed !== this.#isReportedUsed && !this.#isEnded) this.#servers.onChange(reason)
    this.#isReportedUsed = isUsed
  }
}

async function queryPosition(
  pool: Pool,
  text: string,
): Promise<{ position: string | null; identity: string }> {
  const { rows } = await runQuery(pool, { text, rowMode: 'array' }, replicaTimeoutMs)
  const [[position, identity] = []] = rows
  return { position: typeof position === 'string' ? position : null, identity: String(identity) }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Whether a server is unreachable, starting or stopping, as opposed to refusing the query. */
function isUnavailable(error: Error): boolean {
  return sqlState(error) === '' || sqlState(error).startsWith('57P')
}
