import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { LinkOwner, LinkRow, LinkState, StoredLink } from '../links.ts'
import type { Condition, Inserted, KeyInUse, Project, ProjectKey, Repeated, Store } from '../store.ts'
import type { VisitBatch, VisitStore } from '../visits.ts'
import { createAuditLog } from '../auditRows.ts'
import type { AuditLog } from '../auditLog.ts'
import type { InvitationStore } from '../invitations.ts'
import type { TermStore } from '../projectTerms.ts'
import { createTermStore } from '../termStore.ts'
import { toKeyInUse, toKey, toLink, toLinkRow, toLinkState, toProject, toRepeated } from '../rows.ts'
import type { Row } from '../selection.ts'
import { createRuleStore } from '../ruleStore.ts'
import { createLinkSwitch } from '../linkSwitch.ts'
import { defaultTimeoutMs, openKeeper } from './connection.ts'
import { rejectEmptied } from './foreignFile.ts'
import { holdFile, releaseFile, setLogAside } from './heldFile.ts'
import type { Held } from './heldFile.ts'
import { rejectChangedSchema } from './knownSchema.ts'
import { Reads } from './reads.ts'
import { rejectOldSqlite } from './minNode.ts'
import { migrate } from './migrate.ts'
import { createDatabase } from './newFile.ts'
import { openOwnFile } from './openOwnFile.ts'
import type { SqliteOptions } from './options.ts'
import { createSqliteChangeStore } from './changes.ts'
import { createSqliteInvitationStore } from './invitations.ts'
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
  const { writerEntry = defaultWriterEntry, timeoutMs = defaultTimeoutMs, erasing = false } = options
  rejectOldSqlite()
  rejectEmptied(file)
  createDatabase(file)
  const { database, damaged } = openOwnFile(file)
  try {
    rejectChangedSchema(database)
    migrate(database)
    // Fits the upper index pages of ten million paths; the default of 2 MB fits a tenth of that.
    database.exec('PRAGMA cache_size = -8192')
    const heldFile = holdFile(file)
    return new SqliteStore({
      ...{ database, held: heldFile, keeper: openKeeper(file) },
      reads: new Reads(database, heldFile, damaged),
      writes: new WriteBatcher(writerEntry, { held: heldFile, timeoutMs, erasing }),
    })
  } catch (error) {
    database.close()
    throw error
  }
}

interface StoreParts {
  database: DatabaseSync
  held: Held
  keeper: DatabaseSync
  reads: Reads
  writes: WriteBatcher
}

/** Reads on the calling thread; writes on the writer thread, many per commit. */
class SqliteStore implements Store {
  readonly #database: DatabaseSync
  readonly #held: Held
  readonly #keeper: DatabaseSync
  readonly #reads: Reads
  readonly #writes: WriteBatcher
  readonly visits: VisitStore
  readonly terms: TermStore
  readonly auditLog: AuditLog
  readonly changes: Store['changes']
  readonly rules: Store['rules']
  readonly setLinkActive = createLinkSwitch(this)
  readonly invitations: InvitationStore
  readonly load = () => this.#writes.load()

  constructor({ database, held, keeper, reads, writes }: StoreParts) {
    this.#database = database
    this.#held = held
    this.#keeper = keeper
    this.#reads = reads
    this.#writes = writes
    const read = (name: StatementName, params: SQLInputValue[]) => this.#read(name, params)
    const write = (name: StatementName, params: SQLInputValue[]) => this.#write(name, params)
    const add = (batch: VisitBatch) => this.#settled(writes.add(batch))
    this.visits = createVisitStore({ read, write, add })
    this.terms = createTermStore({ read, write })
    this.auditLog = createAuditLog({ read, write })
    this.rules = createRuleStore({ read, write })
    this.changes = createSqliteChangeStore({ read, write, run: (one) => this.#settled(writes.run(one)) })
    this.invitations = createSqliteInvitationStore({ read, write })
  }

  async insertLink(link: LinkRow): Promise<Inserted> {
    if ((await this.#write('insertLink', linkParams(link))) === 1) return { kind: 'stored' }
    const repeated = link.idempotency && (await this.findRepeated(link, link.idempotency.key))
    return repeated ?? { kind: 'taken' }
  }

  async findRepeated({ project, environment }: LinkOwner, key: string): Promise<Repeated | null> {
    const [row] = await this.#read('findIdempotencyUse', [project, environment, key])
    return row ? toRepeated(row) : null
  }

  async releaseIdempotencyKey({ project, environment }: LinkOwner, key: string, before: number) {
    await this.#write('releaseIdempotencyKey', [project, environment, key, before])
  }

  findLink(path: string): Promise<StoredLink | null> {
    return this.#reads.link(path, toLink)
  }

  findLinkState(path: string): Promise<LinkState | null> {
    return this.#reads.linkState(path, toLinkState)
  }

  scanLinks(after: number, limit: number): Promise<LinkRow[]> {
    return this.#all('scanLinks', [after, limit], toLinkRow)
  }

  async putLinks(links: LinkRow[]): Promise<void> {
    await Promise.all(links.map((link) => this.#write('putLink', linkParams(link))))
  }

  async insertProject(project: Project): Promise<void> {
    await this.#write('insertProject', projectParams(project))
  }

  async putProject(project: Project): Promise<void> {
    await this.#write('putProject', projectParams(project))
  }

  listProjects(): Promise<Project[]> {
    return this.#all('listProjects', [], toProject)
  }

  findProject(id: string): Promise<Project | null> {
    return this.#one('findProject', id, toProject)
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
    return this.#one('findKey', hash, toKeyInUse)
  }

  listKeys(project: string): Promise<ProjectKey[]> {
    return this.#all('listKeys', [project], toKey)
  }

  expireKeys(project: string, at: number, except: string | null, name?: string): Promise<number> {
    return this.#write('expireKeys', [at, project, except ?? '', name ?? null])
  }

  async touchKey(hash: string, at: number, before: number): Promise<void> {
    await this.#write('touchKey', [at, hash, before])
  }

  verify(): Promise<void> {
    return this.#reads.verify()
  }

  async check(): Promise<Condition> {
    await this.verify()
    const found = await this.#read('check', [])
    return { empty: found.length === 0, damaged: this.#reads.damaged }
  }

  async close(): Promise<void> {
    await this.#writes.close()
    const isOverwritten = this.#reads.isOverwritten()
    const connections = [this.#keeper, this.#database]
    // The log must not be written into a file that has replaced the one it belongs to.
    for (const connection of isOverwritten ? connections.toReversed() : connections) connection.close()
    if (isOverwritten) setLogAside(this.#held)
    releaseFile(this.#held)
  }

  /** Returns the number of changed rows, after the commit. */
  async #write(name: StatementName, params: SQLInputValue[]): Promise<number> {
    return await this.#settled(this.#writes.run([name, ...params]))
  }

  async #settled(writing: Promise<WriteResult | undefined>): Promise<number> {
    try {
      return changedRows(await writing)
    } catch (error) {
      throw this.#reads.convert(error)
    }
  }

  async #one<T>(name: StatementName, param: SQLInputValue, parse: (row: Row) => T): Promise<T | null> {
    const [row] = await this.#all(name, [param], parse)
    return row ?? null
  }

  #all<T>(name: StatementName, params: SQLInputValue[], parse: (row: Row) => T): Promise<T[]> {
    return this.#reads.all(name, params, parse)
  }

  #read(name: StatementName, params: SQLInputValue[]): Promise<Row[]> {
    return this.#reads.all(name, params, (row) => row)
  }
}
