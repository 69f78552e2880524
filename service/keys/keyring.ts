import { LRUCache } from 'lru-cache'
import type { ProjectTerms } from '../store/projectTerms.ts'
import type { KeyInUse, Store } from '../store/store.ts'
import type { KeyTerms } from './issue.ts'
import { keyFingerprint, hashProjectKey, looksLikeProjectKey } from '../projectKey.ts'

/**
 * How long a verified key is cached, in milliseconds. Within this time, a revoked key stops working and changed limits
 * apply in every process.
 */
const ttlMs = 500
const maxCachedKeys = 10_000
/** Minimum time between two recorded uses of a key, in milliseconds. */
const touchMs = 60_000
/** Maximum number of unknown hashes in memory, about 2 MB. */
const maxUnknown = 10_000

/** A key that has expired. */
export interface RefusedKey extends Record<string, string> {
  project: string
  /** Its fingerprint. */
  key: string
  reason: 'ended' | 'project disabled'
}

/** The project of a verified key, with its limits, and what the key may do. */
export interface VerifiedProject {
  id: string
  terms: ProjectTerms
  /** Whether its keys may not change links. */
  changesOff: boolean
  key: KeyTerms
}

interface VerifiedKey {
  project: VerifiedProject
  /** On the monotonic clock, in milliseconds. */
  until: number
  /** When the key expires, in milliseconds since 1970. */
  expiresAt: number
}

/**
 * Verifies project keys and caches known and unknown hashes for `ttlMs`. A new key works immediately in every
 * process: it is random, so no process has seen its hash before.
 */
export class Keyring {
  readonly #store: Store
  readonly #refused: (key: RefusedKey) => void
  readonly #verified = new Map<string, VerifiedKey>()
  readonly #unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: ttlMs })
  /** Keys whose use was recorded recently, including failed attempts. */
  readonly #touched = new LRUCache<string, true>({ max: maxCachedKeys, ttl: touchMs })
  readonly #queries = new Map<string, Promise<VerifiedProject | null>>()

  /** `refused` is called for expired keys that are still in use because someone forgot to replace them. */
  constructor(store: Store, refused: (key: RefusedKey) => void = () => undefined) {
    this.#store = store
    this.#refused = refused
  }

  /** Returns the project of a key; `null` if the key isn't valid. Rejects with `StoreUnavailableError`. */
  verify(key: string): VerifiedProject | null | Promise<VerifiedProject | null> {
    if (!looksLikeProjectKey(key)) return null
    const hash = hashProjectKey(key)
    const verified = this.#verified.get(hash)
    if (verified && isValid(verified)) return verified.project
    return this.#unknown.has(hash) ? null : this.#queryOnce(hash)
  }

  /** Concurrent requests with the same key share one query. */
  #queryOnce(hash: string): Promise<VerifiedProject | null> {
    let query = this.#queries.get(hash)
    if (!query) {
      query = this.#find(hash).finally(() => this.#queries.delete(hash))
      this.#queries.set(hash, query)
    }
    return query
  }

  async #find(hash: string): Promise<VerifiedProject | null> {
    const found = await this.#store.findKey(hash)
    this.#verified.delete(hash)
    if (!found) {
      this.#unknown.set(hash, true)
      return null
    }
    const expiresAt = found.expiresAt ?? Infinity
    const ended = monotonicNow() >= expiresAt
    if (ended || !found.projectActive) {
      const reason = ended ? 'ended' : 'project disabled'
      this.#refused({ project: found.project, key: keyFingerprint(hash), reason })
      return null
    }
    this.#touch(found)
    const { name, environment, scope } = found
    const { project: id, terms, changesOff } = found
    const project = { id, terms, changesOff, key: { name, environment, scope } }
    this.#remember(hash, { project, until: performance.now() + ttlMs, expiresAt })
    return project
  }

  /**
   * Records the use of a key. The request doesn't wait for it. If it fails, the old time remains until the key is used
   * again after a minute.
   */
  #touch({ hash, lastUsedAt }: KeyInUse): void {
    const now = Date.now()
    if (now - (lastUsedAt ?? -Infinity) < touchMs || this.#touched.has(hash)) return
    this.#touched.set(hash, true)
    void this.#store.touchKey(hash, now, now - touchMs).catch(() => undefined)
  }

  #remember(hash: string, verified: VerifiedKey): void {
    // A `Map` keeps insertion order, so its first key is the one that was verified longest ago.
    const [oldest] = this.#verified.size < maxCachedKeys ? [] : this.#verified.keys()
    if (oldest !== undefined) this.#verified.delete(oldest)
    this.#verified.set(hash, verified)
  }
}

function isValid({ until, expiresAt }: VerifiedKey): boolean {
  return performance.now() < until && monotonicNow() < expiresAt
}

/**
 * Returns the time to compare with expiry times, in milliseconds since 1970. It is the computer's clock, but at least
 * the start time plus the elapsed time, so setting the clock back doesn't revive an expired key.
 */
function monotonicNow(): number {
  return Math.max(Date.now(), performance.timeOrigin + performance.now())
}
