import type { Pool } from 'pg'
import type { Row } from '../selection.ts'
import { StoreUnavailableError } from '../storeErrors.ts'
import { runQuery, copyIn, openPool, withClient } from './connection.ts'
import { isTransient, isStatementRejected, toStoreError } from './errors.ts'
import { migrate } from './migrate.ts'
import { poolerAdvice } from './pooler.ts'
import { withRetries } from './retry.ts'
import { Servers } from './servers.ts'
import { explainMisconfiguration } from './misconfigured.ts'
import { copies, unpreparedStatements, statements } from './statements.ts'
import type { CopyName, StatementName } from './statements.ts'
import { UnusableDatabaseError } from './unusableDatabase.ts'

/** About a second in all, which is long for a caller and short for a row that many want to change at once. */
const transientErrorRule = { when: isTransient, attempts: 8, pauseMs: 8 }

/** A pool of connections to one database, whose schema is brought up to date before the first statement. */
export class Database {
  readonly #servers: Servers
  readonly #pool: Pool
  #prepared = false
  /** What follows a `COPY` that was refused would meet another session of a pooler. */
  #takesCopies: boolean
  #preparing: Promise<void> | null = null

  constructor(url: string) {
    this.#servers = new Servers(url)
    this.#pool = openPool(url, this.#servers)
    this.#takesCopies = this.#servers.hasSessions
  }

  /** Rejects with `UnusableDatabaseError`, or with `StoreUnavailableError` when the server does not answer. */
  async prepare(): Promise<void> {
    try {
      await withClient(this.#servers, migrate)
      // By the way that every other statement takes: a pooler may be in it that does not go with it.
      await this.#query('check', [])
      this.#prepared = true
    } catch (error) {
      throw toPreparationError(error)
    }
  }

  /** Runs one statement, again when it gave way to another. Rejects with `StoreUnavailableError`, or with a bug. */
  async run(name: StatementName, values: unknown[]): Promise<{ rows: Row[]; changes: number }> {
    return await this.#attempt(() => this.#query(name, values))
  }

  /**
   * As `run`, for rows to add. Resolves to `false`, and none is added, when the database has something against one of
   * them or takes no copies at all.
   */
  async copy(name: CopyName, rows: Buffer): Promise<boolean> {
    if (!this.#takesCopies) return false
    const refusal = await this.#attempt(() => copyIn(this.#pool, copies[name], rows))
    if (refusal && isStatementRejected(refusal)) this.#takesCopies = false
    return refusal === null
  }

  /** Its connections, and who waits for one. */
  get pool(): { used: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /** Lets go of the connections when what is running has ended. */
  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#prepared) await this.#prepareOnce()
    try {
      return await withRetries(transientErrorRule, work)
    } catch (error) {
      const advice = poolerAdvice(error)
      throw advice === null ? toStoreError(error) : new StoreUnavailableError(advice)
    }
  }

  async #query(name: StatementName, values: unknown[]): Promise<{ rows: Row[]; changes: number }> {
    const query = { text: statements[name], values, rowMode: 'array' as const }
    const isNamed = this.#servers.hasSessions && !unpreparedStatements.has(name)
    const { rows, rowCount } = await runQuery(this.#pool, isNamed ? { ...query, name } : query)
    return { rows, changes: rowCount ?? 0 }
  }

  /** For a database that was not there at the start: whoever comes first prepares it, all others wait for that. */
  async #prepareOnce(): Promise<void> {
    this.#preparing ??= this.prepare().finally(() => (this.#preparing = null))
    try {
      await this.#preparing
    } catch (error) {
      const { message } = error as Error
      const isPassing = error instanceof UnusableDatabaseError || error instanceof StoreUnavailableError
      throw isPassing ? new StoreUnavailableError(message, { nothingStored: true }) : error
    }
  }
}

function toPreparationError(error: unknown): Error {
  if (error instanceof UnusableDatabaseError) return error
  const sentence = poolerAdvice(error) ?? explainMisconfiguration(error)
  return sentence === null ? toStoreError(error) : new UnusableDatabaseError(sentence)
}
