import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type {
  Condition,
  Inserted,
  KeyInUse,
  LinkOwner,
  LinkRow,
  LinkState,
  Project,
  ProjectKey,
  Repeated,
  Store,
  StoredLink,
} from '../store.ts'
import type { VisitBatch, VisitStore } from '../visits.ts'
import { actStore } from '../actRows.ts'
import type { ActStore } from '../acts.ts'
import type { TermStore } from '../projectTerms.ts'
import { termStore } from '../termStore.ts'
import {
  keyInUseOfRow,
  keyOfRow,
  linkOfRow,
  linkRowOfRow,
  linkStateOfRow,
  projectOfRow,
  repeatedOfRow,
} from '../rows.ts'
import type { Row } from '../selection.ts'
import { StoreDamaged } from '../unavailable.ts'
import { usualTimeoutMs } from './connection.ts'
import { storeError } from './faults.ts'
import { makeFile } from './file.ts'
import { refuseLogAlone } from './foreign.ts'
import { refuseChangedSchema } from './knownSchema.ts'
import { ReadBatcher } from './readBatcher.ts'
import { refuseOldSqlite } from './leastNode.ts'
import { migrate } from './migrate.ts'
import { openOurs } from './openOurs.ts'
import type { SqliteOptions } from './options.ts'
import { keyParams, linkParams, projectParams } from './rows.ts'
import { statements } from './statements.ts'
import type { StatementName } from './statements.ts'
import { visitStore } from './visits.ts'
import { changedBy, Writes } from './writes.ts'
import type { Written } from './writer.ts'

/** The file of the writer thread. A bundle has it elsewhere, which is why it can be handed over. */
export const defaultWriterEntry = new URL('./writer.ts', import.meta.url)

/** Opens the store in a SQLite file, which is made when it is not there. Throws a readable error when it cannot be used. */
export function openSqliteStore(file: string, options: SqliteOptions = {}): Store {
  const { writerEntry = defaultWriterEntry, timeoutMs = usualTimeoutMs, erasing = false } = options
  refuseOldSqlite()
  refuseLogAlone(file)
  makeFile(file)
  const { database, damaged } = openOurs(file)
  try {
    refuseChangedSchema(database)
    migrate(database)
    // Room for the upper pages of the index of ten million paths; the usual 2 MB are for a tenth of that.
    database.exec('PRAGMA cache_size = -8192')
    return new SqliteStore(database, new Writes(writerEntry, { file, timeoutMs, erasing }), damaged)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Reads on the calling thread, a few microseconds each; writes on the writer thread, many to a commit. */
class SqliteStore implements Store {
  readonly #database: DatabaseSync
  readonly #writes: Writes
  readonly #finds: ReadBatcher
  readonly #states: ReadBatcher
  readonly #prepared = new Map<StatementName, StatementSync>()
  readonly visits: VisitStore
  readonly terms: TermStore
  readonly acts: ActStore
  readonly load = () => this.#writes.load()
  /** Whether a damaged part of the file was met. Nothing but another file makes it sound again. */
  #damaged: boolean

  constructor(database: DatabaseSync, writes: Writes, damaged: boolean) {
    this.#database = database
    this.#damaged = damaged
    this.#writes = writes
    this.#finds = new ReadBatcher(database, statements.findLink)
    this.#states = new ReadBatcher(database, statements.findLinkState)
    const read = (name: StatementName, params: SQLInputValue[]) =>
      this.#attempt(() => this.#read(name, params))
    const write = (name: StatementName, params: SQLInputValue[]) => this.#write(name, params)
    const add = (batch: VisitBatch) => this.#settled(writes.add(batch))
    this.visits = visitStore({ read, write, add })
    this.terms = termStore({ read, write })
    this.acts = actStore({ read, write })
  }

  async insertLink(link: LinkRow): Promise<Inserted> {
    if ((await this.#write('insertLink', linkParams(link))) === 1) return { kind: 'stored' }
    const repeated = link.idempotency && (await this.findRepeated(link, link.idempotency.key))
    return repeated ?? { kind: 'taken' }
  }

  async findRepeated({ project, environment }: LinkOwner, key: string): Promise<Repeated | null> {
    const [row] = await this.#attempt(() => this.#read('findIdempotencyUse', [project, environment, key]))
    return row ? repeatedOfRow(row) : null
  }

  async releaseIdempotencyKey({ project, environment }: LinkOwner, key: string, before: number) {
    await this.#write('releaseIdempotencyKey', [project, environment, key, before])
  }

  async findLink(path: string): Promise<StoredLink | null> {
    try {
      const row = await this.#finds.run(path)
      return row ? linkOfRow(row) : null
    } catch (error) {
      throw this.#fault(error)
    }
  }

  async findLinkState(path: string): Promise<LinkState | null> {
    try {
      const row = await this.#states.run(path)
      return row ? linkStateOfRow(row) : null
    } catch (error) {
      throw this.#fault(error)
    }
  }

  async setLinkActive(path: string, active: boolean, at: number): Promise<boolean> {
    return (await this.#write('setLinkActive', [active ? 1 : 0, at, path])) === 1
  }

  scanLinks(after: number, limit: number): Promise<LinkRow[]> {
    return this.#attempt(() => this.#read('scanLinks', [after, limit]).map(linkRowOfRow))
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
    return this.#attempt(() => this.#read('listProjects', []).map(projectOfRow))
  }

  findProject(id: string): Promise<Project | null> {
    return this.#one('findProject', id, projectOfRow)
  }

  async setProjectActive(id: string, active: boolean): Promise<boolean> {
    return (await this.#write('setProjectActive', [active ? 1 : 0, id])) === 1
  }

  async insertKey(key: ProjectKey): Promise<void> {
    await this.#write('insertKey', keyParams(key))
  }

  async putKey(key: ProjectKey): Promise<void> {
    await this.#write('putKey', keyParams(key))
  }

  findKey(hash: string): Promise<KeyInUse | null> {
    return this.#one('findKey', hash, keyInUseOfRow)
  }

  listKeys(project: string): Promise<ProjectKey[]> {
    return this.#attempt(() => this.#read('listKeys', [project]).map(keyOfRow))
  }

  expireKeys(project: string, at: number, except: string | null): Promise<number> {
    return this.#write('expireKeys', [at, project, except ?? '', at])
  }

  async check(): Promise<Condition> {
    const found = await this.#attempt(() => this.#read('check', []))
    return { empty: found.length === 0, damaged: this.#damaged }
  }

  async close(): Promise<void> {
    await this.#writes.close()
    this.#database.close()
  }

  /** The number of changed rows, after the commit. */
  async #write(name: StatementName, params: SQLInputValue[]): Promise<number> {
    return await this.#settled(this.#writes.run([name, ...params]))
  }

  async #settled(writing: Promise<Written | undefined>): Promise<number> {
    try {
      return changedBy(await writing)
    } catch (error) {
      throw this.#fault(error)
    }
  }

  #one<T>(name: StatementName, param: SQLInputValue, read: (row: Row) => T): Promise<T | null> {
    return this.#attempt(() => {
      const row = this.#read(name, [param])[0]
      return row ? read(row) : null
    })
  }

  #read(name: StatementName, params: SQLInputValue[]): Row[] {
    let statement = this.#prepared.get(name)
    if (!statement) this.#prepared.set(name, (statement = this.#database.prepare(statements[name])))
    return statement.all(...params) as unknown as Row[]
  }

  /** Runs a read on this thread. */
  #attempt<T>(read: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      try {
        resolve(read())
      } catch (error) {
        reject(this.#fault(error))
      }
    })
  }

  /** Gives a failure the store's own kind, and remembers damage. */
  #fault(error: unknown): Error {
    const said = storeError(error)
    this.#damaged ||= said instanceof StoreDamaged
    return said
  }
}
