import type { LinkRow, LinkState, StoredLink } from '../links/links.ts'
import type { KeyInUse } from '../projects/project.ts'
import { SqlStore, type DatabaseState, type InsertResult, type Store, type StoreLoad } from '../store.ts'
import type { ChangeValues } from '../links/changeStore.ts'
import type { Redemption } from '../projects/invitationStore.ts'
import { immediateGroupSize, Batcher } from '../batcher.ts'
import { hasOwnPath } from '../links/ownPaths.ts'
import type { Row, RowWriter } from '../schema/selection.ts'
import type { SchemaUse } from '../schema/schemaUse.ts'
import { afterStoring, StoreUnavailableError } from '../storeErrors.ts'
import type { VisitBatch } from '../visits/visits.ts'
import { Database, openTimeoutMs } from './database.ts'
import {
  createKeyFinder,
  createLinkFinder,
  createStateFinder,
  insertLinks,
  maxConcurrentGroups,
} from './links.ts'
import { ownLinkParams, rowParams } from './rows.ts'
import type { StatementName } from './statements.ts'
import { batchParams } from './visits.ts'

/**
 * Opens the store in a PostgreSQL database and prepares its schema. An unreachable server or a locked table is not an error:
 * the store recovers automatically. Rejects with `UnusableDatabaseError` if waiting would not help.
 */
export async function openPostgresStore(
  url: string,
  /** The time is the maximum wait for the preparation. */
  {
    timeoutMs = openTimeoutMs,
    schema = 'migrate',
  }: { timeoutMs?: number; schema?: SchemaUse | undefined } = {},
): Promise<Store> {
  const database = new Database(url, schema)
  try {
    await database.prepare(timeoutMs)
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) {
      await database.close()
      throw error
    }
  }
  return new PostgresStore(database)
}

/** Any number of stores in any number of processes share one database. */
class PostgresStore extends SqlStore {
  readonly #database: Database
  readonly #inserts: Batcher<LinkRow, boolean>
  readonly #finds: Batcher<string, StoredLink | null>
  readonly #states: Batcher<string, LinkState | null>
  readonly #keys: Batcher<string, KeyInUse | null>

  constructor(database: Database) {
    super()
    this.#database = database
    // A small group next to another would cost an extra statement and commit that they could have shared.
    this.#inserts = new Batcher(
      maxConcurrentGroups,
      (links) => insertLinks(database, links),
      immediateGroupSize,
    )
    this.#finds = createLinkFinder(database)
    this.#states = createStateFinder(database)
    // Many wrong keys don't use up the pool's connections.
    this.#keys = createKeyFinder(database)
  }

  async insertLink(link: LinkRow): Promise<InsertResult> {
    const isStored = hasOwnPath(link)
      ? (await this.write('insertOwnLink', ownLinkParams(link))) === 1
      : await this.#inserts.run(link)
    if (isStored) return { kind: 'stored' }
    const { idempotency } = link
    const earlierUse = idempotency && (await afterStoring(() => this.findRepeated(link, idempotency.key)))
    return earlierUse ?? { kind: 'taken' }
  }

  async findLink(key: string): Promise<StoredLink | null> {
    // PostgreSQL refuses U+0000 even in a query, and no path contains it.
    return key.includes('\0') ? null : await this.#finds.run(key)
  }

  async findLinkState(key: string): Promise<LinkState | null> {
    return key.includes('\0') ? null : await this.#states.run(key)
  }

  findKey(hash: string): Promise<KeyInUse | null> {
    return this.#keys.run(hash)
  }

  async check(): Promise<DatabaseState> {
    const { rows } = await this.#database.run('check', [])
    // Disk damage is reported by the server's own log.
    return { empty: rows.length === 0, damaged: false, olderSchema: this.#database.olderSchema }
  }

  verify(): Promise<void> {
    return Promise.resolve()
  }

  load(): StoreLoad {
    return { creates: this.#inserts.accepted, pool: this.#database.pool }
  }

  async close(): Promise<void> {
    const batchers = [this.#inserts, this.#finds, this.#states, this.#keys]
    await Promise.all(batchers.map((batcher) => batcher.waitUntilDrained()))
    await this.#database.close()
  }

  protected async readAll<T>(name: StatementName, values: unknown[], parse: (row: Row) => T): Promise<T[]> {
    return (await this.#database.run(name, values)).rows.map(parse)
  }

  protected async write(name: StatementName, values: unknown[]): Promise<number> {
    return (await this.#database.run(name, values)).changes
  }

  protected async applyChange({ entry, condition, content }: ChangeValues): Promise<boolean> {
    return (await this.write('changeLink', [...entry, ...condition, ...content])) === 1
  }

  protected readonly writeRows: RowWriter<StatementName> = (name, columns, rows) =>
    this.write(name, rowParams(columns, rows))

  protected async addVisits(batch: VisitBatch): Promise<void> {
    await this.write('addVisits', batchParams(batch))
  }

  protected redeem({ key, entryValues }: Redemption): Promise<number> {
    return this.write('redeemInvitation', [...key, ...entryValues])
  }
}
