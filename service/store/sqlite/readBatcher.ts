import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { toStoreError } from './errors.ts'
import type { Row } from '../schema/selection.ts'

interface PendingRead {
  param: SQLInputValue
  resolve: (row: Row | null) => void
  reject: (error: Error) => void
}

/**
 * Answers all reads of one event loop turn together, which halves the work of a lookup: a read transaction costs more
 * than the read in it, and receivers are woken only once.
 */
export class ReadBatcher {
  readonly #database: DatabaseSync
  readonly #statement: StatementSync
  #pending: PendingRead[] = []

  /** `sql` reads one row by one parameter. */
  constructor(database: DatabaseSync, sql: string) {
    this.#database = database
    this.#statement = database.prepare(sql)
  }

  /**
   * Returns the row for one parameter, `null` if there is none. Rejects with `StoreUnavailableError`, or with
   * a bug.
   */
  run(param: SQLInputValue): Promise<Row | null> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ param, resolve, reject })
      if (this.#pending.length === 1) setImmediate(() => this.#readAll())
    })
  }

  /** An exception here would end the process, because no caller can catch it. */
  #readAll(): void {
    const pending = this.#pending
    this.#pending = []
    this.#try('BEGIN')
    for (const { param, resolve, reject } of pending) {
      try {
        resolve((this.#statement.get(param) as unknown as Row | undefined) ?? null)
      } catch (error) {
        // Other rows may be on undamaged pages.
        reject(toStoreError(error))
      }
    }
    if (!this.#try('COMMIT')) this.#try('ROLLBACK')
  }

  /** The transaction only saves time. Without it each read runs alone and reports its own error. */
  #try(sql: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): boolean {
    try {
      this.#database.exec(sql)
      return true
    } catch {
      return false
    }
  }
}
