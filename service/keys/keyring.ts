import { LRUCache } from 'lru-cache'
import type { ProjectTerms } from '../store/projectTerms.ts'
import type { Store } from '../store/store.ts'
import { keyFingerprint, hashProjectKey, looksLikeProjectKey } from '../projectKey.ts'

/** How long a proof is believed without asking again: a revoked key stops working, and what a project may do holds, everywhere within this time. */
const ttlMs = 500
const maxProofs = 10_000
/** Hashes of unknown keys that are remembered, about 2 MB. */
const maxUnknown = 10_000

/** A key that once proved a project and does not any more. */
export interface RefusedKey extends Record<string, string> {
  project: string
  /** Its fingerprint. */
  key: string
  reason: 'ended' | 'project disabled'
}

/** A project whose key was shown, and what it may do. */
export interface ProvenProject {
  id: string
  terms: ProjectTerms
}

interface Proof {
  project: ProvenProject
  /** By the clock that is never set. */
  until: number
  /** The end of the key, by the time of day. */
  expiresAt: number
}

/**
 * Proves project keys, and remembers for `ttlMs` which hashes are proven and which are unknown. A new key works at once in
 * every process: it is random, so no process has seen its hash before the key was stored.
 */
export class Keyring {
  readonly #store: Store
  readonly #refused: (key: RefusedKey) => void
  readonly #proofs = new Map<string, Proof>()
  readonly #unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: ttlMs })
  readonly #asking = new Map<string, Promise<ProvenProject | null>>()

  /** `refused` is told of keys that are still in use after their end: somebody has forgotten to replace them. */
  constructor(store: Store, refused: (key: RefusedKey) => void = () => undefined) {
    this.#store = store
    this.#refused = refused
  }

  /** The project that a key belongs to, `null` when it proves nothing. Rejects with `StoreUnavailableError`. */
  prove(key: string): ProvenProject | null | Promise<ProvenProject | null> {
    if (!looksLikeProjectKey(key)) return null
    const hash = hashProjectKey(key)
    const proof = this.#proofs.get(hash)
    if (proof && isValid(proof)) return proof.project
    return this.#unknown.has(hash) ? null : this.#ask(hash)
  }

  /** Who comes while the database is being asked waits for that answer: a busy key is one question and not fifty. */
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
    const project = { id: found.project, terms: found.terms }
    this.#remember(hash, { project, until: performance.now() + ttlMs, expiresAt })
    return project
  }

  #remember(hash: string, proof: Proof): void {
    // A map keeps the order of insertion, so the first key is the one proven longest ago.
    const [oldest] = this.#proofs.size < maxProofs ? [] : this.#proofs.keys()
    if (oldest !== undefined) this.#proofs.delete(oldest)
    this.#proofs.set(hash, proof)
  }
}

function isValid({ until, expiresAt }: Proof): boolean {
  return performance.now() < until && monotonicNow() < expiresAt
}

/**
 * The time of day by which keys end, in milliseconds since 1970: what the computer's clock says, and at least what it said when
 * this process started and has passed since. Setting the clock back gives no ended key back its life.
 */
function monotonicNow(): number {
  return Math.max(Date.now(), performance.timeOrigin + performance.now())
}
