import { createAuditLog } from './projects/auditLog.ts'
import { createInvitationStore, type Redemption } from './projects/invitationStore.ts'
import type { KeyInUse, KeyPermissions, Project, ProjectKey } from './projects/project.ts'
import { createRuleStore } from './projects/rules.ts'
import { createTermStore, type TermStore } from './projects/termStore.ts'
import { keyColumns, linkColumns, projectColumns, valuesOf, type Param } from './schema/columns.ts'
import { toEarlierCreate, toKey, toLinkRow, toProject } from './schema/rows.ts'
import type { OlderSchema } from './schema/schemaUse.ts'
import type { Row, RowWriter, StatementRunner } from './schema/selection.ts'
import type { SharedStatement } from './statements.ts'
import { createChangeStore, type ChangeValues } from './links/changeStore.ts'
import { createLinkList } from './links/linkList.ts'
import type { EarlierCreate, LinkOwner, LinkRow, LinkState, StoredLink } from './links/links.ts'
import { createOwnPathReader, hasOwnPath, ownPathParams } from './links/ownPaths.ts'
import { createVisitStore } from './visits/visitStore.ts'
import type { VisitBatch } from './visits/visits.ts'

/**
 * Result of an insert. `taken`: the path or the id exists, so the caller tries new ones. `repeated`: the
 * idempotency key was used before in the same project and environment, for the given link.
 */
export type InsertResult = { kind: 'stored' } | { kind: 'taken' } | EarlierCreate

/** State of a database that answers. */
export interface DatabaseState {
  /** It has no project, so no key works and no link can be created. */
  empty: boolean
  /** Whether damage was found since the start; damaged parts can't be served. */
  damaged: boolean
  /** The schema if it is older than that of this release, which only the use `read` allows. */
  olderSchema: OlderSchema | null
}

/** What is waiting for a database. */
export interface StoreLoad {
  /** Unanswered link writes; with SQLite, all other writes too. */
  creates: number
  /** Connections and waiting callers; `null` if the engine has none. */
  pool: { used: number; idle: number; waiting: number } | null
}

/** Reads links for visits. */
export type LinkReader = Pick<SqlStore, 'findLink' | 'findLinkState'>

/** Reads all that visits need. */
export interface VisitReader extends LinkReader {
  terms: Pick<TermStore, 'domains'>
}

/** Statements that both engines have. */
type CommonStatement = SharedStatement | 'eraseLinks'

/**
 * The service's database, the same for every engine. Methods reject with `StoreUnavailableError` or
 * `StoreDamagedError`; any other rejection is a bug. Every write is a single statement, and durable when it resolves.
 */
export type Store = Pick<SqlStore, keyof SqlStore>

/** What an engine's store does with the statements that both engines have. */
export abstract class SqlStore {
  readonly #runner: StatementRunner<CommonStatement> = {
    read: (name, params) => this.readAll(name, params, (row) => row),
    write: (name, params) => this.write(name, params),
  }
  readonly list = createLinkList(this.#runner.read)
  readonly ownPaths = createOwnPathReader(this.#runner.read)
  /** Terms of single projects. */
  readonly terms = createTermStore(this.#runner)
  readonly visits = createVisitStore({
    ...this.#runner,
    add: (batch) => this.addVisits(batch),
    writeRows: (name, columns, rows) => this.writeRows(name, columns, rows),
  })
  readonly invitations = createInvitationStore({
    ...this.#runner,
    redeem: (redemption) => this.redeem(redemption),
  })
  /** How links were changed. */
  readonly changes = createChangeStore({ ...this.#runner, apply: (values) => this.applyChange(values) })
  /** The rules that a project's clients read. */
  readonly rules = createRuleStore(this.#runner)
  readonly auditLog = createAuditLog(this.#runner)

  /**
   * Stores a link and, in the same statement, the use of its idempotency key and of its own path, which is unique in the
   * project and environment, too. Never overwrites.
   */
  abstract insertLink(link: LinkRow): Promise<InsertResult>
  /** By its `linkKey`, as in all that follow. */
  abstract findLink(key: string): Promise<StoredLink | null>
  /**
   * Returns the state that `findLink` would, at a fraction of the cost. Used to check whether a cached link is still
   * valid.
   */
  abstract findLinkState(key: string): Promise<LinkState | null>
  /** Finds the key with this hash, expired or not, and whether its project is active. */
  abstract findKey(hash: string): Promise<KeyInUse | null>
  /** Resolves if the database answers. */
  abstract check(): Promise<DatabaseState>
  /**
   * Rejects with `StoreReplacedError` if the database is a file that was moved, replaced or removed while in use.
   * From then on every other method does, too. Cheap enough to call every second.
   */
  abstract verify(): Promise<void>
  /** Returns what is currently waiting for the database. */
  abstract load(): StoreLoad
  /** Finishes accepted work, then closes the database. */
  abstract close(): Promise<void>

  protected abstract readAll<T>(name: CommonStatement, params: Param[], parse: (row: Row) => T): Promise<T[]>
  /** Resolves to the number of changed rows, after the commit. */
  protected abstract write(name: CommonStatement, params: Param[]): Promise<number>
  /** As in the parts of `createChangeStore`, `createVisitStore` and `createInvitationStore`. */
  protected abstract applyChange(values: ChangeValues): Promise<boolean>
  protected abstract readonly writeRows: RowWriter<'putLinks' | 'putVisits' | 'putReferrers'>
  protected abstract addVisits(batch: VisitBatch): Promise<void>
  protected abstract redeem(redemption: Redemption): Promise<number>

  /** Finds the link that used an idempotency key. */
  async findRepeated({ project, environment }: LinkOwner, key: string): Promise<EarlierCreate | null> {
    const [use] = await this.readAll('findIdempotencyUse', [project, environment, key], toEarlierCreate)
    return use ?? null
  }

  /** Frees an idempotency key from the link that used it before the time `before`. */
  async releaseIdempotencyKey({ project, environment }: LinkOwner, key: string, before: number) {
    await this.write('releaseIdempotencyKey', [project, environment, key, before])
  }

  /** Links with an id above `after`, lowest first, at most `limit`. */
  scanLinks(after: number, limit: number): Promise<LinkRow[]> {
    return this.readAll('scanLinks', [after, limit], toLinkRow)
  }

  /** Stores links unchanged, replacing those with the same ids: only for copies. */
  async putLinks(links: LinkRow[]): Promise<void> {
    await Promise.all(links.filter(hasOwnPath).map((link) => this.write('putOwnPath', ownPathParams(link))))
    await this.writeRows('putLinks', linkColumns, links)
  }

  /** Stores a project unchanged, replacing the one with the same id. */
  async putProject(project: Project): Promise<void> {
    await this.write('putProject', valuesOf(projectColumns, project))
  }

  /** Oldest first. */
  listProjects(): Promise<Project[]> {
    return this.readAll('listProjects', [], toProject)
  }

  async findProject(id: string): Promise<Project | null> {
    const [project] = await this.readAll('findProject', [id], toProject)
    return project ?? null
  }

  /** Resolves to `false` if there is no such project. */
  async setProjectActive(id: string, active: boolean): Promise<boolean> {
    return (await this.write('setProjectActive', [active, id])) === 1
  }

  /** Forbids a project's keys to change links, or allows it. Resolves to `false` if there is no such project. */
  async setProjectChanges(id: string, off: boolean): Promise<boolean> {
    return (await this.write('setProjectChanges', [off, id])) === 1
  }

  /** Stores a key unchanged, replacing the one with the same hash. */
  async putKey(key: ProjectKey): Promise<void> {
    await this.write('putKey', valuesOf(keyColumns, key))
  }

  /** Oldest first, including expired ones. */
  listKeys(project: string): Promise<ProjectKey[]> {
    return this.readAll('listKeys', [project], toKey)
  }

  /**
   * Expires a project's keys at `expiresAt`, except those that expire earlier: those with these hashes, or all for `null`; with
   * `name`, only keys of that name. Resolves to the number of changed keys.
   */
  expireKeys(project: string, expiresAt: number, hashes: string[] | null, name?: string): Promise<number> {
    return this.write('expireKeys', [expiresAt, project, hashes, name ?? null])
  }

  /** Sets what working keys of this name may do besides their scope. Resolves to their number. */
  allowKeys(project: string, name: string, { mayList, mayInvite }: Partial<KeyPermissions>): Promise<number> {
    return this.write('allowKeys', [mayList ?? null, mayInvite ?? null, project, name, Date.now()])
  }

  /**
   * Records the use of a key at `usedAt`, unless a use within the interval is already recorded. Replaces a later use, which
   * a wrong clock has recorded.
   */
  async touchKey(hash: string, usedAt: number, intervalMs: number): Promise<void> {
    await this.write('touchKey', [usedAt, hash, usedAt - intervalMs, usedAt + intervalMs])
  }
}
