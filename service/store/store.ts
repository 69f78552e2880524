import type { Environment } from '../../contract/headers.ts'
import type { FieldOf } from '../../contract/link/fields.ts'
import type { AppTarget } from '../../contract/redirect/engine.ts'
import type { Tracking } from '../../contract/redirect/tracking.ts'
import type { ActStore } from './acts.ts'
import type { ProjectTerms, TermStore } from './projectTerms.ts'
import type { VisitStore } from './visits.ts'

/** What a link says and where it leads, complete: every field that was omitted holds its default. */
export interface LinkContent extends Record<FieldOf<'text'>, string> {
  /** The text of a JSON object, byte for byte as it was sent: `jsonb` or parsing would change number spellings. */
  data: string
  /** The text of a JSON array of texts. */
  tags: string
  ios: AppTarget | null
  android: AppTarget | null
  desktop: { url: string } | null
  previewIos: boolean
  previewAndroid: boolean
  tracking: Tracking
}

/** Who owns a link. Projects and the two environments never see each other's links. */
export interface LinkOwner {
  project: string
  environment: Environment
}

/** A use of the `Idempotency-Key` header: the key, and a hash of the body that it came with. */
export interface IdempotencyUse {
  key: string
  requestHash: string
}

/** What can change of a link after it was made: the operator's switch, and when it was last used. */
export interface LinkState {
  active: boolean
  updatedAt: number
}

/** A link as it is read back, by path. It is also what the redirect engine decides on (`RedirectRules`). */
export interface StoredLink extends LinkContent, LinkOwner, LinkState {
  /** Unique, at most 2^53 − 1. Made by the caller, since a database sequence would not scale out. */
  id: number
  path: string
  /** What it begins with as people share it; `null` for what links usually begin with. */
  origin: string | null
}

/** Everything that is stored of a link. All times are milliseconds since 1970, UTC. */
export interface LinkRow extends StoredLink {
  createdAt: number
  idempotency: IdempotencyUse | null
}

/**
 * What came of an insert. `taken`: the path or the id exists already, so the caller tries with new ones. `repeated`: the
 * idempotency key was used before in the same project and environment, by the link described.
 */
export type Inserted = { kind: 'stored' } | { kind: 'taken' } | Repeated

/** The link that used an idempotency key before. */
export interface Repeated {
  kind: 'repeated'
  path: string
  origin: string | null
  requestHash: string
  createdAt: number
}

export interface Project {
  id: string
  name: string
  /** A disabled project's keys prove nothing; its links go on working. */
  active: boolean
  createdAt: number
  terms: ProjectTerms
  /** When it was deleted; `null` while it is there. What is left of it is for those who ask what became of it. */
  deletedAt: number | null
}

/** A project key by its hash; the key itself is stored nowhere. */
export interface ProjectKey {
  hash: string
  project: string
  createdAt: number
  /** From when on the key proves nothing; `null` while it has no end. */
  expiresAt: number | null
}

/** A key, and what a request has to know of its project. */
export interface KeyInUse extends ProjectKey {
  projectActive: boolean
  terms: ProjectTerms
}

/** How a database is that answers. */
export interface Condition {
  /** It has no project, so that no key works and nothing can be made. */
  empty: boolean
  /** A damaged part of it was met since the start: what lies there cannot be served. */
  damaged: boolean
}

/** How much waits for a database. */
export interface StoreLoad {
  /** Writes of links that are accepted and not answered; on SQLite all other writes with them. */
  creates: number
  /** Connections, and who waits for one; `null` where there are none. */
  pool: { used: number; idle: number; waiting: number } | null
}

/**
 * The database behind the service, the same over every engine. Each engine is one folder here with the same file names.
 *
 * Every method rejects with `StoreUnavailableError` when the database cannot do its work at the moment, with `StoreDamagedError`
 * when it never will; any other rejection is a bug. A write resolves only after it is durable. Every write is a single
 * statement, so that a process that dies between two of them leaves nothing half done and any number of processes can share
 * one database.
 */
export interface Store {
  /** Stores a link and, in the same statement, the use of its idempotency key. Never overwrites. */
  insertLink(link: LinkRow): Promise<Inserted>
  /** The link that used an idempotency key. */
  findRepeated(owner: LinkOwner, key: string): Promise<Repeated | null>
  /** Takes an idempotency key off the link that used it before `before`, so that it can be used again. */
  releaseIdempotencyKey(owner: LinkOwner, key: string, before: number): Promise<void>
  findLink(path: string): Promise<StoredLink | null>
  /** What `findLink` would say of the link's state, for a fraction of the work: to see whether what is known still holds. */
  findLinkState(path: string): Promise<LinkState | null>
  /** Switches a link on or off, `at` becoming its time of modification. `false` when there is no such link. */
  setLinkActive(path: string, active: boolean, at: number): Promise<boolean>
  /** The links with an id above `after`, lowest first, at most `limit` of them. */
  scanLinks(after: number, limit: number): Promise<LinkRow[]>
  /** Stores links as they are, over those with the same ids: for copies, and for their deletion. */
  putLinks(links: LinkRow[]): Promise<void>

  insertProject(project: Project): Promise<void>
  /** Stores a project as it is, over the one with the same id: for copies, and for its deletion. */
  putProject(project: Project): Promise<void>
  /** Oldest first. */
  listProjects(): Promise<Project[]>
  findProject(id: string): Promise<Project | null>
  /** `false` when there is no such project. */
  setProjectActive(id: string, active: boolean): Promise<boolean>

  insertKey(key: ProjectKey): Promise<void>
  /** Stores a key as it is, over the one with the same hash: for copies only. */
  putKey(key: ProjectKey): Promise<void>
  /** The key with this hash, expired or not, and whether its project is active. */
  findKey(hash: string): Promise<KeyInUse | null>
  /** Oldest first, the expired ones included. */
  listKeys(project: string): Promise<ProjectKey[]>
  /**
   * Ends the keys of a project at `at`, except the one with the hash `except` and those that end earlier anyway.
   * Resolves to how many keys were given an end.
   */
  expireKeys(project: string, at: number, except: string | null): Promise<number>

  /** What holds for one project alone. */
  readonly terms: TermStore
  /** How often links were visited. */
  readonly visits: VisitStore
  /** What operators did. */
  readonly acts: ActStore

  /** Resolves when the database answers. */
  check(): Promise<Condition>
  /**
   * Rejects with `StoreReplaced` if the database is a file that was moved, replaced or removed while in use. From then on every
   * other method does, too. Cheap enough for every second.
   */
  verify(): Promise<void>
  /** How much waits for the database at this moment. */
  load(): StoreLoad
  /** Finishes what was accepted, then lets go of the database. */
  close(): Promise<void>
}
