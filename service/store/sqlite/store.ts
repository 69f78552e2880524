import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { LinkOwner, LinkRow } from '../links.ts'
import type {
  DatabaseState,
  InsertResult,
  KeyInUse,
  Project,
  ProjectKey,
  EarlierCreate,
  Store,
} from '../store.ts'
import type { VisitBatch, VisitStore } from '../visits.ts'
import { createAuditLog } from '../auditRows.ts'
import type { AuditLog } from '../auditLog.ts'
import type { InvitationStore } from '../invitations.ts'
import type { TermStore } from '../projectTerms.ts'
import { createTermStore } from '../termStore.ts'
import { toKeyInUse, toKey, toLink, toLinkRow, toLinkState, toProject, toEarlierCreate } from '../rows.ts'
import { createOwnPathReader, hasOwnPath, ownPathParams } from '../ownPaths.ts'
import type { Row } from '../selection.ts'
import { createRuleStore } from '../ruleStore.ts'
import { createLinkSwitch } from '../linkSwitch.ts'
import { defaultTimeoutMs, openKeeper } from './connection.ts'
import { rejectEmptied } from './foreignFile.ts'
import { holdFile, releaseFile, setLogAside } from './heldFile.ts'
import type { HeldFileState } from './heldFile.ts'
import { rejectChangedSchema } from './knownSchema.ts'
import { Reads } from './reads.ts'
import { rejectOldSqlite } from './minNode.ts'
import { prepareSchema } from './migrate.ts'
import { createDatabase } from './newFile.ts'
import { openOwnFile } from './openOwnFile.ts'
import type { SqliteOptions } from './options.ts'
import { createSqliteChangeStore } from './changes.ts'
import { createSqliteInvitationStore } from './invitations.ts'
import { insertion } from './insertion.ts'
import { keyParams, linkParams, projectParams } from './rows.ts'
import type { StatementName } from './statements.ts'
import { createVisitStore } from './visits.ts'
import { changedRows, WriteBatcher } from './writeBatcher.ts'
import type { WriteResult } from './writer.ts'

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
    return new SqliteStore({
      ...{ database, fileState, keeper: openKeeper(file) },
      reads: new Reads(database, { fileState, damaged, ...prepared }),
      writes: new WriteBatcher(writerEntry, { fileState, timeoutMs }, use),
    })
  } catch (error) {
    database.close()
    throw error
  }
}

interface StoreParts {
  database: DatabaseSync
  fileState: HeldFileState
  keeper: DatabaseSync
  reads: Reads
  writes: WriteBatcher
}

/** Reads on the calling thread; writes on the writer thread, many per commit. */
class SqliteStore implements Store {
  readonly #database: DatabaseSync
  readonly #fileState: HeldFileState
  readonly #keeper: DatabaseSync
  readonly #reads: Reads
  readonly #writes: WriteBatcher
  readonly visits: VisitStore
  readonly terms: TermStore
  readonly auditLog: AuditLog
  readonly changes: Store['changes']
  readonly rules: Store['rules']
  readonly setLinkActive = createLinkSwitch(this)
  readonly ownPaths: Store['ownPaths']
  readonly invitations: InvitationStore
  readonly load = () => this.#writes.load()
  readonly verify = () => this.#reads.verify()
  readonly findLink = (key: string) => this.#reads.findLink(key, toLink)
  readonly findLinkState = (key: string) => this.#reads.findLinkState(key, toLinkState)

  constructor({ database, fileState, keeper, reads, writes }: StoreParts) {
    this.#database = database
    this.#fileState = fileState
    this.#keeper = keeper
    this.#reads = reads
    this.#writes = writes
    const read = (name: StatementName, params: SQLInputValue[]) => this.#read(name, params)
    const write = (name: StatementName, params: SQLInputValue[]) => this.#write(name, params)
    const add = (batch: VisitBatch) => this.#countChanges(writes.add(batch))
    this.visits = createVisitStore({ read, write, add })
    this.ownPaths = createOwnPathReader(read)
    this.terms = createTermStore({ read, write })
    this.auditLog = createAuditLog({ read, write })
    this.rules = createRuleStore({ read, write })
    this.changes = createSqliteChangeStore({
      read,
      write,
      run: (change) => this.#countChanges(writes.run(change)),
    })
    this.invitations = createSqliteInvitationStore({ read, write })
  }

  async insertLink(link: LinkRow): Promise<InsertResult> {
    if ((await this.#countChanges(this.#writes.run(insertion(link)))) === 1) return { kind: 'stored' }
    const earlierUse = link.idempotency && (await this.findRepeated(link, link.idempotency.key))
    return earlierUse ?? { kind: 'taken' }
  }

  async findRepeated({ project, environment }: LinkOwner, key: string): Promise<EarlierCreate | null> {
    const [row] = await this.#read('findIdempotencyUse', [project, environment, key])
    return row ? toEarlierCreate(row) : null
  }

  async releaseIdempotencyKey({ project, environment }: LinkOwner, key: string, before: number) {
    await this.#write('releaseIdempotencyKey', [project, environment, key, before])
  }

  scanLinks(after: number, limit: number): Promise<LinkRow[]> {
    return this.#readAll('scanLinks', [after, limit], toLinkRow)
  }

  async putLinks(links: LinkRow[]): Promise<void> {
    await Promise.all([
      ...links.filter(hasOwnPath).map((link) => this.#write('putOwnPath', ownPathParams(link))),
      ...links.map((link) => this.#write('putLink', linkParams(link))),
    ])
  }

  async insertProject(project: Project): Promise<void> {
    await this.#write('insertProject', projectParams(project))
  }

  async putProject(project: Project): Promise<void> {
    await this.#write('putProject', projectParams(project))
  }

  listProjects(): Promise<Project[]> {
    return this.#readAll('listProjects', [], toProject)
  }

  findProject(id: string): Promise<Project | null> {
    return this.#readOne('findProject', id, toProject)
  }

  async setProjectActive(id: string, active: boolean): Promise<boolean> {
    return (await this.#write('setProjectActive', [active ? 1 : 0, id])) === 1
  }

  async setProjectChanges(id: string, off: boolean): Promise<boolean> {
    return (await this.#write('setProjectChanges', [off ? 1 : 0, id])) === 1
  }

  async insertKey(key: ProjectKey): Promise<void> {
    await this.#write('insertKey', keyParams(key))
  }

  async putKey(key: ProjectKey): Promise<void> {
    await this.#write('putKey', keyParams(key))
  }

  findKey(hash: string): Promise<KeyInUse | null> {
    return this.#readOne('findKey', hash, toKeyInUse)
  }

  listKeys(project: string): Promise<ProjectKey[]> {
    return this.#readAll('listKeys', [project], toKey)
  }

  expireKeys(project: string, expiresAt: number, hashes: string[] | null, name?: string): Promise<number> {
    return this.#write('expireKeys', [expiresAt, project, hashes && JSON.stringify(hashes), name ?? null])
  }

  async touchKey(hash: string, usedAt: number, intervalMs: number): Promise<void> {
    await this.#write('touchKey', [usedAt, hash, usedAt - intervalMs, usedAt + intervalMs])
  }

  async check(): Promise<DatabaseState> {
    await this.verify()
    const rows = await this.#read('check', [])
    return { empty: rows.length === 0, damaged: this.#reads.isDamaged, olderSchema: this.#reads.olderSchema }
  }

  async close(): Promise<void> {
    await this.#writes.close()
    const isOverwritten = this.#reads.isOverwritten()
    const connections = [this.#keeper, this.#database]
    // The log must not be written into a file that has replaced the one it belongs to.
    for (const connection of isOverwritten ? connections.toReversed() : connections) connection.close()
    if (isOverwritten) setLogAside(this.#fileState)
    releaseFile(this.#fileState)
  }

  /** Returns the number of changed rows, after the commit. */
  async #write(name: StatementName, params: SQLInputValue[]): Promise<number> {
    return await this.#countChanges(this.#writes.run([name, ...params]))
  }

  async #countChanges(pendingWrite: Promise<WriteResult | undefined>): Promise<number> {
    try {
      return changedRows(await pendingWrite)
    } catch (error) {
      throw this.#reads.convert(error)
    }
  }

  async #readOne<T>(name: StatementName, param: SQLInputValue, parse: (row: Row) => T): Promise<T | null> {
    const [row] = await this.#readAll(name, [param], parse)
    return row ?? null
  }

  #readAll<T>(name: StatementName, params: SQLInputValue[], parse: (row: Row) => T): Promise<T[]> {
    return this.#reads.readAll(name, params, parse)
  }

  #read(name: StatementName, params: SQLInputValue[]): Promise<Row[]> {
    return this.#reads.readAll(name, params, (row) => row)
  }
}
