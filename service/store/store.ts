import type { AuditLog } from './projects/auditLog.ts'
import type { ChangeStore } from './links/changeStore.ts'
import type { InvitationStore } from './projects/invitationStore.ts'
import type { LinkList } from './links/linkList.ts'
import type { EarlierCreate, LinkOwner, LinkRow, LinkState, StoredLink } from './links/links.ts'
import type { OwnPathReader } from './links/ownPaths.ts'
import type { KeyInUse, KeyPermissions, Project, ProjectKey } from './projects/project.ts'
import type { TermStore } from './projects/termStore.ts'
import type { RuleStore } from './projects/rules.ts'
import type { OlderSchema } from './schema/schemaUse.ts'
import type { VisitStore } from './visits/visitStore.ts'

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
export type LinkReader = Pick<Store, 'findLink' | 'findLinkState'>

/** Reads all that visits need. */
export interface VisitReader extends LinkReader {
  terms: Pick<TermStore, 'domains'>
}

/**
 * The service's database, the same for every engine. Methods reject with `StoreUnavailableError` or
 * `StoreDamagedError`; any other rejection is a bug. Every write is a single statement, and durable when it resolves.
 */
export interface Store {
  /**
   * Stores a link and, in the same statement, the use of its idempotency key and of its own path, which is unique in the
   * project and environment, too. Never overwrites.
   */
  insertLink(link: LinkRow): Promise<InsertResult>
  /** Finds the link that used an idempotency key. */
  findRepeated(owner: LinkOwner, key: string): Promise<EarlierCreate | null>
  /** Frees an idempotency key from the link that used it before the time `before`. */
  releaseIdempotencyKey(owner: LinkOwner, key: string, before: number): Promise<void>
  /** By its `linkKey`, as in all that follow. */
  findLink(key: string): Promise<StoredLink | null>
  /**
   * Returns the state that `findLink` would, at a fraction of the cost. Used to check whether a cached link is still
   * valid.
   */
  findLinkState(key: string): Promise<LinkState | null>
  /**
   * Switches a link on or off, as the operator. On also ends an earlier `activeUntil`. Resolves to `false` if
   * there is no such link.
   */
  setLinkActive(key: string, active: boolean, now: number): Promise<boolean>
  /** Links with an id above `after`, lowest first, at most `limit`. */
  scanLinks(after: number, limit: number): Promise<LinkRow[]>
  /** Stores links unchanged, replacing those with the same ids: for copies and deletions. */
  putLinks(links: LinkRow[]): Promise<void>

  insertProject(project: Project): Promise<void>
  /** Stores a project unchanged, replacing the one with the same id: for copies and deletions. */
  putProject(project: Project): Promise<void>
  /** Oldest first. */
  listProjects(): Promise<Project[]>
  findProject(id: string): Promise<Project | null>
  /** Resolves to `false` if there is no such project. */
  setProjectActive(id: string, active: boolean): Promise<boolean>
  /** Forbids a project's keys to change links, or allows it. Resolves to `false` if there is no such project. */
  setProjectChanges(id: string, off: boolean): Promise<boolean>

  insertKey(key: ProjectKey): Promise<void>
  /** Stores a key unchanged, replacing the one with the same hash: only for copies. */
  putKey(key: ProjectKey): Promise<void>
  /** Finds the key with this hash, expired or not, and whether its project is active. */
  findKey(hash: string): Promise<KeyInUse | null>
  /** Oldest first, including expired ones. */
  listKeys(project: string): Promise<ProjectKey[]>
  /**
   * Expires a project's keys at `expiresAt`, except those that expire earlier: those with these hashes, or all for `null`; with
   * `name`, only keys of that name. Resolves to the number of changed keys.
   */
  expireKeys(project: string, expiresAt: number, hashes: string[] | null, name?: string): Promise<number>
  /** Sets what working keys of this name may do besides their scope. Resolves to their number. */
  allowKeys(project: string, name: string, allowed: Partial<KeyPermissions>): Promise<number>
  /**
   * Records the use of a key at `usedAt`, unless a use within the interval is already recorded. Replaces a later use, which
   * a wrong clock has recorded.
   */
  touchKey(hash: string, usedAt: number, intervalMs: number): Promise<void>

  readonly list: LinkList
  readonly ownPaths: OwnPathReader
  /** Terms of single projects. */
  readonly terms: TermStore
  readonly visits: VisitStore
  readonly invitations: InvitationStore
  /** How links were changed. */
  readonly changes: ChangeStore
  /** The rules that a project's clients read. */
  readonly rules: RuleStore
  readonly auditLog: AuditLog

  /** Resolves if the database answers. */
  check(): Promise<DatabaseState>
  /**
   * Rejects with `StoreReplacedError` if the database is a file that was moved, replaced or removed while in use.
   * From then on every other method does, too. Cheap enough to call every second.
   */
  verify(): Promise<void>
  /** Returns what is currently waiting for the database. */
  load(): StoreLoad
  /** Finishes accepted work, then closes the database. */
  close(): Promise<void>
}
