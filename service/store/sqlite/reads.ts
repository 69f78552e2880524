import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { OlderSchema, PreparedSchema } from '../schema/schemaUse.ts'
import type { Row } from '../schema/selection.ts'
import { StoreDamagedError, StoreReplacedError } from '../storeErrors.ts'
import { toStoreError } from './errors.ts'
import type { HeldFile } from '../../../sqlite/heldFile.ts'
import { rejectChange } from './file/rejectChange.ts'
import { ReadBatcher } from './readBatcher.ts'
import { statements, type StatementName } from './statements.ts'

interface ReadOptions extends PreparedSchema {
  heldFile: HeldFile
  /** Whether damage is known already. */
  damaged: boolean
}

/** Reads on the calling thread, in a few microseconds each, and remembers errors of the file. */
export class Reads {
  readonly #database: DatabaseSync
  /** The schema if it is older, see `DatabaseState`. */
  readonly olderSchema: OlderSchema | null
  readonly #queryStart: string
  readonly #heldFile: HeldFile
  readonly #links: ReadBatcher
  readonly #states: ReadBatcher
  readonly #preparedStatements = new Map<StatementName, StatementSync>()
  #isDamaged: boolean
  /** Why reading has stopped; `null` while the file is the one that was opened. */
  #replacedError: StoreReplacedError | null = null

  constructor(database: DatabaseSync, { heldFile, damaged, olderSchema, queryStart }: ReadOptions) {
    this.#database = database
    this.olderSchema = olderSchema
    this.#queryStart = queryStart
    this.#heldFile = heldFile
    this.#isDamaged = damaged
    this.#links = new ReadBatcher(database, queryStart + statements.findLink)
    this.#states = new ReadBatcher(database, queryStart + statements.findLinkState)
  }

  /** Whether a damaged part of the file was read. Stays set until another file is opened. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  /** Rejects with `StoreReplacedError` if the file at the path is not the open one. */
  verify(): Promise<void> {
    this.#replacedError = null
    return this.#attempt(() => rejectChange(this.#heldFile))
  }

  /** `parse` throws for values that no row can have, which is damage too. */
  findLink<T>(path: string, parse: (row: Row) => T): Promise<T | null> {
    return this.#attempt(async () => parseRow(await this.#links.run(path), parse))
  }

  findLinkState<T>(path: string, parse: (row: Row) => T): Promise<T | null> {
    return this.#attempt(async () => parseRow(await this.#states.run(path), parse))
  }

  readAll<T>(name: StatementName, params: SQLInputValue[], parse: (row: Row) => T): Promise<T[]> {
    return this.#attempt(() => {
      const rows = this.#statement(name).all(...params) as unknown as Row[]
      return rows.map(parse)
    })
  }

  #statement(name: StatementName): StatementSync {
    let statement = this.#preparedStatements.get(name)
    if (!statement) {
      statement = this.#database.prepare(this.#queryStart + statements[name])
      this.#preparedStatements.set(name, statement)
    }
    return statement
  }

  async #attempt<T>(read: () => T | Promise<T>): Promise<T> {
    try {
      if (this.#replacedError)
        throw new StoreReplacedError(this.#replacedError.message, { nothingStored: true })
      return await read()
    } catch (error) {
      throw this.convert(error)
    }
  }

  /** Converts an error to the store's own class, and records damage or a replaced file. */
  convert(error: unknown): Error {
    const failure = toStoreError(error)
    if (failure instanceof StoreReplacedError) this.#replacedError = failure
    this.#isDamaged ||= failure instanceof StoreDamagedError
    return failure
  }
}

function parseRow<T>(row: Row | null, parse: (row: Row) => T): T | null {
  return row && parse(row)
}
