import type { Pool } from 'pg'
import { rejectWrite } from '../schema/schema.ts'
import type { OlderSchema, PreparedSchema, SchemaUse } from '../schema/schemaUse.ts'
import type { Row } from '../schema/selection.ts'
import { StoreUnavailableError } from '../storeErrors.ts'
import { limitTime } from '../timeLimit.ts'
import { runQuery, copyIn, openPool, withClient } from './server/connection.ts'
import {
  isTransient,
  isStatementRejected,
  toStoreError,
  sqlState,
  UnusableDatabaseError,
} from './server/errors.ts'
import { prepareSchema } from './migrate.ts'
import { explainMisconfiguration } from './server/misconfigured.ts'
import { withRetries } from './server/retry.ts'
import { Servers } from './server/servers.ts'
import { copies, unpreparedStatements, statements, type CopyName, type StatementName } from './statements.ts'

const duplicateStatement = '42P05'
const unknownStatement = '26000'
const uniqueViolation = '23505'
/** PgBouncer's error for parameters it can't keep across a shared session. */
const refusedParameter = 'unsupported startup parameter'

/** About one second in total: long for a caller, but enough for a row that many change at the same time. */
const transientErrorRule = { when: isTransient, attempts: 8, pauseMs: 8 }

/** Maximum time that a caller waits for the preparation, in milliseconds: about as long as for a statement. */
const preparationTimeoutMs = 6_000
/** The same at the start, which creates the schema. The supervisor waits longer for a worker. */
export const openTimeoutMs = 30_000

/** A connection pool for one database. The schema is prepared before the first statement. */
export class Database {
  readonly #servers: Servers
  readonly #pool: Pool
  #isPrepared = false
  /** Behind a pooler, the rows after a refused `COPY` would reach another session. */
  #supportsCopy: boolean
  #preparation: Promise<void> | null = null
  readonly #closing = new AbortController()

  /** How an older schema is read. */
  #schema: PreparedSchema = { olderSchema: null, queryStart: '' }
  readonly #use: SchemaUse

  constructor(url: string, use: SchemaUse = 'migrate') {
    this.#use = use
    this.#servers = new Servers(url)
    this.#pool = openPool(url, this.#servers)
    this.#supportsCopy = this.#servers.hasSessions
  }

  /**
   * Prepares the database unless that is already in progress, and waits for it. Rejects with `UnusableDatabaseError`, or
   * with `StoreUnavailableError` if the server doesn't answer or the preparation takes longer, which then continues.
   */
  async prepare(timeoutMs: number): Promise<void> {
    this.#preparation ??= this.#prepare().finally(() => (this.#preparation = null))
    // The preparation has no time limit of its own, because a schema change may take long.
    await limitTime(this.#preparation, timeoutMs, 'The database is still being prepared.')
  }

  async #prepare(): Promise<void> {
    try {
      const options = { hasSessions: this.#servers.hasSessions, use: this.#use }
      this.#schema = await withClient(this.#servers, this.#closing.signal, (client) =>
        prepareSchema(client, options),
      )
      // Uses the same connection settings as other statements, to detect an incompatible pooler.
      await this.#query('check', [])
      this.#isPrepared = true
    } catch (error) {
      throw toPreparationError(error)
    }
  }

  /**
   * Runs one statement and retries it after a conflict. Rejects with `StoreUnavailableError`, or with a bug.
   */
  async run(name: StatementName, values: unknown[]): Promise<{ rows: Row[]; changes: number }> {
    if (!isQuery(name)) rejectWrite(this.#use, name)
    return await this.#attempt(() => this.#query(name, values))
  }

  /**
   * Like `run`, but adds rows. Resolves to `false`, with no row added, if the database refuses a row or doesn't support
   * `COPY`.
   */
  async copy(name: CopyName, rows: Buffer): Promise<boolean> {
    rejectWrite(this.#use, name)
    if (!this.#supportsCopy) return false
    const rejection = await this.#attempt(() => copyIn(this.#pool, copies[name], rows))
    if (rejection && isStatementRejected(rejection)) this.#supportsCopy = false
    return rejection === null
  }

  /** The schema if it is older, see `DatabaseState`. */
  get olderSchema(): OlderSchema | null {
    return this.#schema.olderSchema
  }

  /** Its connections, and how many callers wait for one. */
  get pool(): { used: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /** Closes the connections when running statements have finished. A preparation is interrupted. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#pool.end()
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isPrepared) await this.prepare(preparationTimeoutMs).catch(rejectUnprepared)
    try {
      return await withRetries(transientErrorRule, work)
    } catch (error) {
      const advice = poolerAdvice(error)
      throw advice === null ? toStoreError(error) : new StoreUnavailableError(advice)
    }
  }

  async #query(name: StatementName, values: unknown[]): Promise<{ rows: Row[]; changes: number }> {
    const text = (isQuery(name) ? this.#schema.queryStart : '') + statements[name]
    const query = { text, values, rowMode: 'array' as const }
    const isNamed = this.#servers.hasSessions && !unpreparedStatements.has(name)
    try {
      const { rows, rowCount } = await runQuery(this.#pool, isNamed ? { ...query, name } : query)
      return { rows, changes: rowCount ?? 0 }
    } catch (error) {
      if (name === 'insertOwnLink' && sqlState(error) === uniqueViolation) return { rows: [], changes: 0 }
      throw error
    }
  }
}

function isQuery(name: StatementName): boolean {
  return statements[name].startsWith('SELECT')
}

/** Nothing is sent to a database that isn't prepared, and its configuration may still be corrected. */
function rejectUnprepared(error: unknown): never {
  const { message } = error as Error
  const isTemporary = error instanceof UnusableDatabaseError || error instanceof StoreUnavailableError
  throw isTemporary ? new StoreUnavailableError(message, { nothingStored: true }) : error
}

function toPreparationError(error: unknown): Error {
  if (error instanceof UnusableDatabaseError) return error
  const sentence = poolerAdvice(error) ?? explainMisconfiguration(error)
  return sentence === null ? toStoreError(error) : new UnusableDatabaseError(sentence)
}

/**
 * Explains in one sentence how to fix an error caused by a pooler in transaction mode; `null` for any other
 * error.
 */
function poolerAdvice(error: unknown): string | null {
  const { message } = error as Error
  const isPoolerError =
    [duplicateStatement, unknownStatement].includes(sqlState(error)) || message.startsWith(refusedParameter)
  if (!isPoolerError) return null
  return `${message}: behind PgBouncer in transaction mode, add prepared_statements=false to DATABASE_URL.`
}
