import type { DatabaseSync } from 'node:sqlite'
import { valuesOf, type Param } from '../schema/columns.ts'
import type { LinkRow, LinkState, StoredLink } from '../links/links.ts'
import type { KeyInUse } from '../projects/project.ts'
import { SqlStore } from '../store.ts'
import type { DatabaseState, InsertResult, Store, StoreLoad } from '../store.ts'
import type { VisitBatch } from '../visits/visits.ts'
import type { ChangeValues } from '../links/changeStore.ts'
import type { Redemption } from '../projects/invitationStore.ts'
import { toKeyInUse, toLink, toLinkState } from '../schema/rows.ts'
import { hasOwnPath, ownPathParams } from '../links/ownPaths.ts'
import type { Row, RowWriter } from '../schema/selection.ts'
import { StoreReplacedError } from '../storeErrors.ts'
import { defaultTimeoutMs } from './file/connection.ts'
import { rejectEmptied } from './file/foreignFile.ts'
import { HeldFile, holdFile, openKeeper } from '../../../sqlite/heldFile.ts'
import { rejectChangedSchema } from './file/knownSchema.ts'
import { Reads } from './reads.ts'
import { rejectOldSqlite } from './file/minNode.ts'
import { prepareSchema } from './migrate.ts'
import { createDatabase } from './file/newFile.ts'
import { openOwnFile } from './file/openOwnFile.ts'
import { linkParams, toParam } from './rows.ts'
import type { StatementName } from './statements.ts'
import { changedRows, WriteBatcher } from './writeBatcher.ts'
import type { SingleWrite, Write, WriteResult } from './writer.ts'
import type { SchemaUse } from '../schema/schemaUse.ts'

/** The writer thread's file. A bundle has it elsewhere, so it can be passed in. */
export const defaultWriterEntry = new URL('./writer.ts', import.meta.url)

/**
 * Opens the store in a SQLite file and creates a missing one. Throws a readable error if it can't be used.
 */
export function openSqliteStore(file: string, options: SqliteOptions = {}): Store {
  const { writerEntry = defaultWriterEntry, timeoutMs = defaultTimeoutMs, schema: use = 'migrate' } = options
  rejectOldSqlite()
  rejectEmptied(file)
  if (use !== 'read') createDatabase(file)
  const { database, damaged } = openOwnFile(file)
  try {
    rejectChangedSchema(database)
    const prepared = prepareSchema(database, use)
    // Fits the upper index pages of ten million paths; the default of 2 MB fits a tenth of that.
    database.exec('PRAGMA cache_size = -8192')
    const fileState = holdFile(file)
    if (!fileState) throw new StoreReplacedError(`${file} was deleted or emptied while it was being opened.`)
    const heldFile = new HeldFile(fileState)
    return new SqliteStore({
      ...{ database, heldFile, keeper: openKeeper(file) },
      reads: new Reads(database, { heldFile, damaged, ...prepared }),
      writes: new WriteBatcher(writerEntry, { fileState, timeoutMs }, use),
    })
  } catch (error) {
    database.close()
    throw error
  }
}

interface StoreParts {
  database: DatabaseSync
  heldFile: HeldFile
  keeper: DatabaseSync
  reads: Reads
  writes: WriteBatcher
}

/** Reads on the calling thread; writes on the writer thread, many per commit. */
class SqliteStore extends SqlStore {
  readonly #parts: StoreParts

  constructor(parts: StoreParts) {
    super()
    this.#parts = parts
  }

  findLink(key: string): Promise<StoredLink | null> {
    return this.#parts.reads.findLink(key, toLink)
  }

  findLinkState(key: string): Promise<LinkState | null> {
    return this.#parts.reads.findLinkState(key, toLinkState)
  }

  async insertLink(link: LinkRow): Promise<InsertResult> {
    if ((await this.#countChanges(this.#parts.writes.run(toInsert(link)))) === 1) return { kind: 'stored' }
    const earlierUse = link.idempotency && (await this.findRepeated(link, link.idempotency.key))
    return earlierUse ?? { kind: 'taken' }
  }

  async findKey(hash: string): Promise<KeyInUse | null> {
    const [key] = await this.readAll('findKey', [hash], toKeyInUse)
    return key ?? null
  }

  async check(): Promise<DatabaseState> {
    await this.verify()
    const rows = await this.#parts.reads.readAll('check', [], (row) => row)
    return {
      empty: rows.length === 0,
      damaged: this.#parts.reads.isDamaged,
      olderSchema: this.#parts.reads.olderSchema,
    }
  }

  verify(): Promise<void> {
    return this.#parts.reads.verify()
  }

  load(): StoreLoad {
    return this.#parts.writes.load()
  }

  async close(): Promise<void> {
    const { database, heldFile, keeper, writes } = this.#parts
    await writes.close()
    heldFile.close(database, keeper)
  }

  protected readAll<T>(name: StatementName, params: Param[], parse: (row: Row) => T): Promise<T[]> {
    return this.#parts.reads.readAll(name, params.map(toParam), parse)
  }

  protected async write(name: StatementName, params: Param[]): Promise<number> {
    return await this.#countChanges(this.#parts.writes.run([name, ...params.map(toParam)]))
  }

  protected async applyChange(values: ChangeValues): Promise<boolean> {
    return (await this.#countChanges(this.#parts.writes.run(toChange(values)))) === 1
  }

  protected readonly writeRows: RowWriter<StatementName> = async (name, columns, rows) => {
    const counts = await Promise.all(rows.map((row) => this.write(name, valuesOf(columns, row))))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  protected async addVisits(batch: VisitBatch): Promise<void> {
    await this.#countChanges(this.#parts.writes.add(batch))
  }

  protected async redeem({ key, entryValues }: Redemption): Promise<number> {
    const entry: SingleWrite = ['recordRedemption', ...key, ...entryValues.map(toParam)]
    return await this.#countChanges(this.#parts.writes.run([['redeemInvitation', ...key], entry]))
  }

  async #countChanges(pendingWrite: Promise<WriteResult | undefined>): Promise<number> {
    try {
      return changedRows(await pendingWrite)
    } catch (error) {
      throw this.#parts.reads.convert(error)
    }
  }
}

/** Returns the write that stores a link. One with an own path is stored only if that is free. */
function toInsert(link: LinkRow): Write {
  const insertLink: SingleWrite = ['insertLink', ...linkParams(link)]
  if (!hasOwnPath(link)) return insertLink
  const { id, idempotency } = link
  return [['insertOwnPath', ...ownPathParams(link), id, idempotency?.key ?? null], insertLink]
}

/** Returns both parts of a change as one write: the link changes only if its entry was added. */
function toChange({ entry, condition, content }: ChangeValues): Write {
  const path = condition.slice(0, 1)
  return [
    ['addChange', ...[...entry, ...condition].map(toParam)],
    ['changeLink', ...[...content, ...path].map(toParam)],
  ]
}

export interface SqliteOptions {
  /** The writer thread's file, if a bundler has moved it. */
  writerEntry?: URL | undefined
  /** `migrate` if omitted. */
  schema?: SchemaUse | undefined
  /** Maximum time a write waits for another process that is writing to the same file. */
  timeoutMs?: number | undefined
}
