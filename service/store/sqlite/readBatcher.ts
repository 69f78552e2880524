import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { toStoreError } from './errors.ts'
import type { Row } from '../selection.ts'

interface PendingRead {
  param: SQLInputValue
  resolve: (row: Row | null) => void
  reject: (error: Error) => void
}

/**
 * Answers together what was asked in one turn of the event loop. A read transaction costs more than the read in it, and
 * answers that leave one right after the other find their receivers awake: together that is half the work of a lookup.
 */
export class ReadBatcher {
  readonly #database: DatabaseSync
  readonly #statement: StatementSync
  #asked: PendingRead[] = []

  /** `sql` reads one row by one parameter. */
  constructor(database: DatabaseSync, sql: string) {
    this.#database = database
    this.#statement = database.prepare(sql)
  }

  /** The row for one parameter, `null` when there is none. Rejects with `StoreUnavailableError`, or with a bug. */
  run(param: SQLInputValue): Promise<Row | null> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ param, resolve, reject })
      if (this.#asked.length === 1) setImmediate(() => this.#answer())
    })
  }

  /** What is thrown in here would end the process: nobody else is there to catch it. */
  #answer(): void {
    const asked = this.#asked
    this.#asked = []
    this.#try('BEGIN')
    for (const { param, resolve, reject } of asked) {
      try {
        resolve((this.#statement.get(param) as unknown as Row | undefined) ?? null)
      } catch (error) {
        // The others may lie on sound pages.
        reject(toStoreError(error))
      }
    }
    if (!this.#try('COMMIT')) this.#try('ROLLBACK')
  }

  /** The transaction only saves time. Where there is none each read is one of its own, and says itself what is wrong. */
  #try(sql: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): boolean {
    try {
      this.#database.exec(sql)
      return true
    } catch {
      return false
    }
  }
}
