import { LRUCache } from 'lru-cache'
import type { ProjectTerms } from '../store/projectTerms.ts'
import type { KeyInUse, Store } from '../store/store.ts'
import type { KeyTerms } from './issue.ts'
import { keyFingerprint, hashProjectKey, looksLikeProjectKey } from '../projectKey.ts'

/**
 * How long a verified key is cached, in milliseconds: a revoked key stops working, and changed limits apply,
 * everywhere within this time.
 */
const ttlMs = 500
const maxProofs = 10_000
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
export interface ProvenProject {
  id: string
  terms: ProjectTerms
  /** Whether its keys may not change links. */
  changesOff: boolean
  key: KeyTerms
}

interface Proof {
  project: ProvenProject
  /** By the monotonic clock. */
  until: number
  /** When the key expires, by the time of day. */
  expiresAt: number
}

/**
 * Verifies project keys and caches known and unknown hashes for `ttlMs`. A new key works immediately in every
 * process: it is random, so no process has seen its hash before.
 */
export class Keyring {
  readonly #store: Store
  readonly #refused: (key: RefusedKey) => void
  readonly #proofs = new Map<string, Proof>()
  readonly #unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: ttlMs })
  /** Keys whose use was recorded recently, including failed attempts. */
  readonly #touched = new LRUCache<string, true>({ max: maxProofs, ttl: touchMs })
  readonly #asking = new Map<string, Promise<ProvenProject | null>>()

  /** `refused` is called for expired keys that are still in use because someone forgot to replace them. */
  constructor(store: Store, refused: (key: RefusedKey) => void = () => undefined) {
    this.#store = store
    this.#refused = refused
  }

  /** Returns the project of a key, `null` if the key isn't valid. Rejects with `StoreUnavailableError`. */
  prove(key: string): ProvenProject | null | Promise<ProvenProject | null> {
    if (!looksLikeProjectKey(key)) return null
    const hash = hashProjectKey(key)
    const proof = this.#proofs.get(hash)
    if (proof && isValid(proof)) return proof.project
    return this.#unknown.has(hash) ? null : this.#ask(hash)
  }

  /** Concurrent requests with the same key share one query. */
  #ask(hash: string): Promise<ProvenProject | null> {
    let asking = this.#asking.get(hash)
    if (!asking) {
      asking = this.#find(hash).finally(() => this.#asking.delete(hash))
      this.#asking.set(hash, asking)
    }
    return asking
  }

  async #find(hash: string): Promise<ProvenProject | null> {
    const found = await this.#store.findKey(hash)
    this.#proofs.delete(hash)
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
   * Records that a key is in use. The request doesn't wait for it. After a failure, the older time remains until the
   * next use after a minute.
   */
  #touch({ hash, lastUsedAt }: KeyInUse): void {
    const now = Date.now()
    if (now - (lastUsedAt ?? -Infinity) < touchMs || this.#touched.has(hash)) return
    this.#touched.set(hash, true)
    void this.#store.touchKey(hash, now, now - touchMs).catch(() => undefined)
  }

  #remember(hash: string, proof: Proof): void {
    // A `Map` keeps insertion order, so its first key was verified longest ago.
    const [oldest] = this.#proofs.size < maxProofs ? [] : this.#proofs.keys()
    if (oldest !== undefined) this.#proofs.delete(oldest)
    this.#proofs.set(hash, proof)
  }
}

function isValid({ until, expiresAt }: Proof): boolean {
  return performance.now() < until && monotonicNow() < expiresAt
}

/**
 * Returns the time by which keys expire, in milliseconds since 1970. It is the computer's clock, but never less than
 * the start time plus the elapsed time. Setting the clock back therefore doesn't revive an expired key.
 */
function monotonicNow(): number {
  return Math.max(Date.now(), performance.timeOrigin + performance.now())
}
