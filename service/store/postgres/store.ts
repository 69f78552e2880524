import type { LinkOwner, LinkRow, LinkState, OwnPathReader, StoredLink } from '../links.ts'
import type {
  DatabaseState,
  InsertResult,
  KeyInUse,
  Project,
  ProjectKey,
  EarlierCreate,
  Store,
  StoreLoad,
} from '../store.ts'
import { createAuditLog } from '../auditRows.ts'
import type { AuditLog } from '../auditLog.ts'
import { createChangeStore } from '../changeStore.ts'
import { createInvitationStore } from '../invitationStore.ts'
import type { InvitationStore } from '../invitations.ts'
import { immediateGroupSize, Batcher } from '../batcher.ts'
import { toKey, toLinkRow, toProject, toEarlierCreate } from '../rows.ts'
import { createOwnPathReader, hasOwnPath, ownPathParams } from '../ownPaths.ts'
import type { Row } from '../selection.ts'
import type { SchemaUse } from '../schemaUse.ts'
import { createRuleStore } from '../ruleStore.ts'
import { createLinkSwitch } from '../linkSwitch.ts'
import { afterStoring, StoreUnavailableError } from '../storeErrors.ts'
import type { TermStore } from '../projectTerms.ts'
import { createTermStore } from '../termStore.ts'
import type { VisitStore } from '../visits.ts'
import { Database, openTimeoutMs } from './database.ts'
import { findKeys } from './keys.ts'
import { findLinks, findLinkStates, insertLinks } from './links.ts'
import { keyParams, linkParams, ownLinkParams, projectParams } from './rows.ts'
import type { StatementName } from './statements.ts'
import { createVisitStore } from './visits.ts'

/** One group is processed while the next is sent. More concurrency would only make groups smaller. */
const maxConcurrentGroups = 2

interface PostgresOptions {
  /** Maximum wait for the preparation. */
  timeoutMs?: number
  schema?: SchemaUse | undefined
}

/**
 * Opens the store in a PostgreSQL database and prepares its schema. An unreachable server or a locked table is not an error:
 * the store recovers automatically. Rejects with `UnusableDatabaseError` if waiting would not help.
 */
export async function openPostgresStore(
  url: string,
  { timeoutMs = openTimeoutMs, schema = 'migrate' }: PostgresOptions = {},
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
class PostgresStore implements Store {
  readonly #database: Database
  readonly #inserts: Batcher<LinkRow, boolean>
  readonly #finds: Batcher<string, StoredLink | null>
  readonly #states: Batcher<string, LinkState | null>
  readonly #keys: Batcher<string, KeyInUse | null>
  readonly visits: VisitStore
  readonly terms: TermStore
  readonly auditLog: AuditLog
  readonly changes: Store['changes']
  readonly rules: Store['rules']
  readonly setLinkActive = createLinkSwitch(this)
  readonly ownPaths: OwnPathReader
  readonly invitations: InvitationStore

  constructor(database: Database) {
    this.#database = database
    // A small group next to another would cost an extra statement and commit that they could have shared.
    this.#inserts = new Batcher(
      maxConcurrentGroups,
      (links) => insertLinks(database, links),
      immediateGroupSize,
    )
    this.#finds = new Batcher(maxConcurrentGroups, (paths) => findLinks(database, paths))
    this.#states = new Batcher(maxConcurrentGroups, (paths) => findLinkStates(database, paths))
    // One statement for all waiting callers, so that many wrong keys don't use up the pool's connections.
    this.#keys = new Batcher(maxConcurrentGroups, (hashes) => findKeys(database, hashes))
    this.visits = createVisitStore(database)
    const read = (name: StatementName, values: unknown[]) => this.#read(name, values)
    const write = (name: StatementName, values: unknown[]) => this.#write(name, values)
    this.ownPaths = createOwnPathReader(read)
    this.terms = createTermStore({ read, write })
    this.auditLog = createAuditLog({ read, write })
    this.rules = createRuleStore({ read, write })
    this.changes = createChangeStore({
      read,
      write,
      apply: async ({ entry, condition, content }) =>
        (await write('changeLink', [...entry, ...condition, ...content])) === 1,
    })
    this.invitations = createInvitationStore({
      read,
      write,
      redeem: (key, { values }) => write('redeemInvitation', [...key, ...values]),
    })
  }

  async insertLink(link: LinkRow): Promise<InsertResult> {
    const isStored = hasOwnPath(link)
      ? (await this.#write('insertOwnLink', ownLinkParams(link))) === 1
      : await this.#inserts.run(link)
    if (isStored) return { kind: 'stored' }
    const { idempotency } = link
    const earlierUse = idempotency && (await afterStoring(() => this.findRepeated(link, idempotency.key)))
    return earlierUse ?? { kind: 'taken' }
  }

  findRepeated({ project, environment }: LinkOwner, key: string): Promise<EarlierCreate | null> {
    return this.#readOne('findIdempotencyUse', [project, environment, key], toEarlierCreate)
  }

  async releaseIdempotencyKey({ project, environment }: LinkOwner, key: string, before: number) {
    await this.#write('releaseIdempotencyKey', [project, environment, key, before])
  }

  async findLink(key: string): Promise<StoredLink | null> {
    // PostgreSQL refuses U+0000 even in a query, and no path contains it.
    return key.includes('\0') ? null : await this.#finds.run(key)
  }

  async findLinkState(key: string): Promise<LinkState | null> {
    return key.includes('\0') ? null : await this.#states.run(key)
  }

  async scanLinks(after: number, limit: number): Promise<LinkRow[]> {
    return (await this.#read('scanLinks', [after, limit])).map(toLinkRow)
  }

  async putLinks(links: LinkRow[]): Promise<void> {
    await Promise.all(links.filter(hasOwnPath).map((link) => this.#write('putOwnPath', ownPathParams(link))))
    await this.#write('putLinks', linkParams(links))
  }

  async insertProject(project: Project): Promise<void> {
    await this.#write('insertProject', projectParams(project))
  }

  async putProject(project: Project): Promise<void> {
    await this.#write('putProject', projectParams(project))
  }

  async listProjects(): Promise<Project[]> {
    return (await this.#read('listProjects', [])).map(toProject)
  }

  findProject(id: string): Promise<Project | null> {
    return this.#readOne('findProject', [id], toProject)
  }

  async setProjectActive(id: string, active: boolean): Promise<boolean> {
    return (await this.#write('setProjectActive', [active, id])) === 1
  }

  async setProjectChanges(id: string, off: boolean): Promise<boolean> {
    return (await this.#write('setProjectChanges', [off, id])) === 1
  }

  async insertKey(key: ProjectKey): Promise<void> {
    await this.#write('insertKey', keyParams(key))
  }

  async putKey(key: ProjectKey): Promise<void> {
    await this.#write('putKey', keyParams(key))
  }

  findKey(hash: string): Promise<KeyInUse | null> {
    return this.#keys.run(hash)
  }

  async listKeys(project: string): Promise<ProjectKey[]> {
    return (await this.#read('listKeys', [project])).map(toKey)
  }

  expireKeys(project: string, expiresAt: number, hashes: string[] | null, name?: string): Promise<number> {
    return this.#write('expireKeys', [expiresAt, project, hashes, name ?? null])
  }

  async touchKey(hash: string, usedAt: number, intervalMs: number): Promise<void> {
    await this.#write('touchKey', [usedAt, hash, usedAt - intervalMs, usedAt + intervalMs])
  }

  async check(): Promise<DatabaseState> {
    const rows = await this.#read('check', [])
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

  async #readOne<T>(name: StatementName, values: unknown[], read: (row: Row) => T): Promise<T | null> {
    const [row] = await this.#read(name, values)
    return row ? read(row) : null
  }

  async #read(name: StatementName, values: unknown[]): Promise<Row[]> {
    return (await this.#database.run(name, values)).rows
  }

  async #write(name: StatementName, values: unknown[]): Promise<number> {
    return (await this.#database.run(name, values)).changes
  }
}
