import type { Pool } from 'pg'
import { runQuery } from './connection.ts'
import { sqlState } from './errors.ts'
import { maxLagMs, parsePosition, ReplicaLag } from './replicaLag.ts'

/** How often the primary and the replica are compared, in milliseconds. */
const checkMs = 500
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
  #answers = false
  /** Identifies the primary's table. */
  #identity: string | null = null
  /** As last reported; `undefined` at the start. */
  #reported: boolean | undefined
  #timer: NodeJS.Timeout | null = null
  #checking: Promise<void>
  #isEnded = false

  constructor(servers: WatchedServers) {
    this.#servers = servers
    this.#checking = this.#check()
  }

  /** Whether the replica answers and is known to be at most `maxLagMs` behind. */
  get isUsed(): boolean {
    return this.#answers && this.lagMs <= maxLagMs
  }

  get lagMs(): number {
    return this.#lag.lagMs()
  }

  /** Stops using the replica until a check succeeds. */
  lose(error: Error): void {
    this.#answers = false
    this.#report(error.message)
  }

  async end(): Promise<void> {
    this.#isEnded = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#checking
  }

  async #check(): Promise<void> {
    const startedAt = performance.now()
    const primary = await ask(this.#servers.primary, primaryQuery).catch(toError)
    if (!(primary instanceof Error)) {
      this.#identity = primary.identity
      this.#lag.addPrimary(parsePosition(primary.position ?? ''), startedAt)
    } else if (isAway(primary)) this.#lag.losePrimary()
    try {
      this.#lag.addReplica(await this.#askReplica())
      this.#answers = true
      const reason =
        primary instanceof Error
          ? primary.message
          : `The replica is more than ${maxLagMs / 1_000} seconds behind.`
      this.#report(this.isUsed ? null : reason)
    } catch (error) {
      this.lose(error as Error)
    }
    if (this.#isEnded) return
    this.#timer = setTimeout(() => void (this.#checking = this.#check()), checkMs).unref()
  }

  async #askReplica(): Promise<bigint> {
    const replica = await ask(this.#servers.replica, replicaQuery)
    if (replica.position === null) throw new Error('The server of DATABASE_READ_URL is not a standby.')
    if (this.#identity !== null && replica.identity !== this.#identity) {
      throw new Error('The server of DATABASE_READ_URL is not a standby of the database of DATABASE_URL.')
    }
    return parsePosition(replica.position)
  }

  #report(reason: string | null): void {
    const isUsed = reason === null
    if (isUsed !== this.#reported && !this.#isEnded) this.#servers.onChange(reason)
    this.#reported = isUsed
  }
}

async function ask(pool: Pool, text: string): Promise<{ position: string | null; identity: string }> {
  const { rows } = await runQuery(pool, { text, rowMode: 'array' }, replicaTimeoutMs)
  const [[position, identity] = []] = rows
  return { position: typeof position === 'string' ? position : null, identity: String(identity) }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Whether a server is unreachable, starting or stopping, as opposed to refusing the query. */
function isAway(error: Error): boolean {
  return sqlState(error) === '' || sqlState(error).startsWith('57P')
}
