import { LRUCache } from 'lru-cache'
import type { KeyInUse } from '../store/projects/project.ts'
import type { Store } from '../store/store.ts'
import { keyFingerprint, hashProjectKey, looksLikeProjectKey } from '../projectKey.ts'

/**
 * How long a verified key is cached, in milliseconds. Within this time, a revoked key stops working and changed limits
 * apply in every process.
 */
const ttlMs = 500
const maxCachedKeys = 10_000
/** Minimum time between two recorded uses of a key, in milliseconds. */
const minTouchIntervalMs = 60_000
/** Maximum number of unknown hashes in memory, about 2 MB. */
const maxUnknownHashes = 10_000

/** A key that has expired. */
export interface RefusedKey extends Record<string, string> {
  project: string
  /** Its fingerprint. */
  key: string
  reason: 'ended' | 'project disabled'
}

/**
 * Verifies project keys and caches known and unknown hashes for `ttlMs`. A new key works immediately in every
 * process: it is random, so no process has seen its hash before.
 */
export class Keyring {
  readonly #store: Store
  readonly #onRefused: (key: RefusedKey) => void
  readonly #verifiedKeys = new LRUCache<string, KeyInUse>({ max: maxCachedKeys, ttl: ttlMs })
  readonly #unknownHashes = new LRUCache<string, true>({ max: maxUnknownHashes, ttl: ttlMs })
  /** Keys whose use was recorded recently, including failed attempts. */
  readonly #recentlyTouched = new LRUCache<string, true>({ max: maxCachedKeys, ttl: minTouchIntervalMs })
  readonly #queries = new Map<string, Promise<KeyInUse | null>>()

  /** `onRefused` is called for expired keys that are still in use because someone forgot to replace them. */
  constructor(store: Store, onRefused: (key: RefusedKey) => void = () => undefined) {
    this.#store = store
    this.#onRefused = onRefused
  }

  /** Returns what is stored about a key; `null` if the key isn't valid. Rejects with `StoreUnavailableError`. */
  verify(key: string): KeyInUse | null | Promise<KeyInUse | null> {
    if (!looksLikeProjectKey(key)) return null
    const hash = hashProjectKey(key)
    const verified = this.#verifiedKeys.get(hash)
    if (verified && monotonicNow() < expiryTime(verified)) return verified
    return this.#unknownHashes.has(hash) ? null : this.#queryOnce(hash)
  }

  /** Concurrent requests with the same key share one query. */
  #queryOnce(hash: string): Promise<KeyInUse | null> {
    let query = this.#queries.get(hash)
    if (!query) {
      query = this.#find(hash).finally(() => this.#queries.delete(hash))
      this.#queries.set(hash, query)
    }
    return query
  }

  async #find(hash: string): Promise<KeyInUse | null> {
    // Time before the query: the result may be that old.
    const queriedAt = performance.now()
    const key = await this.#store.findKey(hash)
    this.#verifiedKeys.delete(hash)
    if (!key) {
      this.#unknownHashes.set(hash, true)
      return null
    }
    const isExpired = monotonicNow() >= expiryTime(key)
    if (isExpired || !key.projectActive) {
      const reason = isExpired ? 'ended' : 'project disabled'
      this.#onRefused({ project: key.project, key: keyFingerprint(hash), reason })
      return null
    }
    this.#touch(key)
    this.#verifiedKeys.set(hash, key, { start: queriedAt })
    return key
  }

  /**
   * Records the use of a key. The request doesn't wait for it. If it fails, the old time remains until the key is used
   * again after a minute.
   */
  #touch({ hash, lastUsedAt }: KeyInUse): void {
    const now = Date.now()
    // A use in the future was recorded by a wrong clock.
    if (Math.abs(now - (lastUsedAt ?? -Infinity)) < minTouchIntervalMs || this.#recentlyTouched.has(hash))
      return
    this.#recentlyTouched.set(hash, true)
    void this.#store.touchKey(hash, now, minTouchIntervalMs).catch(() => undefined)
  }
}

/** When a key expires, in milliseconds since 1970. */
function expiryTime({ expiresAt }: KeyInUse): number {
  return expiresAt ?? Infinity
}

/**
 * Returns the time to compare with expiry times, in milliseconds since 1970. It is the computer's clock, but at least
 * the start time plus the elapsed time, so setting the clock back doesn't revive an expired key.
 */
function monotonicNow(): number {
  return Math.max(Date.now(), performance.timeOrigin + performance.now())
}
