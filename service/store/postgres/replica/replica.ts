import type { Pool } from 'pg'
import type { Batcher } from '../../batcher.ts'
import type { LinkState, StoredLink } from '../../links/links.ts'
import type { VisitReader } from '../../store.ts'
import { StoreUnavailableError } from '../../storeErrors.ts'
import { createDomainReader } from '../../projects/termStore.ts'
import { openPool, runQuery } from '../server/connection.ts'
import { createLinkFinder, createStateFinder, type Runner } from '../links.ts'
import { replicaTimeoutMs, ReplicaWatch } from './replicaWatch.ts'
import { Servers } from '../server/servers.ts'
import { statements } from '../statements.ts'

export interface ReplicaOptions {
  url: string
  primaryUrl: string
  /** Answers reads of what the replica doesn't have, and all reads while the replica isn't used. */
  primary: VisitReader
  /** Called with `null` when the replica starts to be used, and with the reason when it isn't used. */
  onChange: (reason: string | null) => void
}

/** Why a read went to the primary: the link isn't on the replica, or the replica isn't used or has failed. */
type FallbackReason = 'not_found' | 'not_used' | 'failed'

/**
 * A standby of the primary from which visits read links and domains, so that a hanging primary delays no visit. It is used
 * while it is reachable and recent. Links that it doesn't have are read from the primary.
 */
export class Replica implements VisitReader {
  readonly terms: VisitReader['terms']
  readonly #primary: VisitReader
  readonly #pool: Pool
  /** A separate connection, because the replica is needed most when all others are busy. */
  readonly #primaryPool: Pool
  readonly #watch: ReplicaWatch
  readonly #finds: Batcher<string, StoredLink | null>
  readonly #states: Batcher<string, LinkState | null>
  readonly #fallbacks: Record<FallbackReason, number> = { not_found: 0, not_used: 0, failed: 0 }

  constructor({ url, primaryUrl, primary, onChange }: ReplicaOptions) {
    const config = { connectionTimeoutMillis: replicaTimeoutMs }
    this.#primary = primary
    this.#pool = openPool(url, new Servers(url), config)
    this.#primaryPool = openPool(primaryUrl, new Servers(primaryUrl), { ...config, max: 1 })
    this.#watch = new ReplicaWatch({ replica: this.#pool, primary: this.#primaryPool, onChange })
    const runner = createRunner(this.#pool, () => this.#watch.isUsed)
    this.#finds = createLinkFinder(runner)
    this.#states = createStateFinder(runner)
    const readDomains = createDomainReader(async () => (await runner.run('listDomains', [])).rows)
    this.terms = { domains: () => this.#read(readDomains, () => primary.terms.domains()) }
  }

  findLink(key: string): Promise<StoredLink | null> {
    return this.#readPath(key, this.#finds, () => this.#primary.findLink(key))
  }

  findLinkState(key: string): Promise<LinkState | null> {
    return this.#readPath(key, this.#states, () => this.#primary.findLinkState(key))
  }

  /** `lagMs` is for how long changes may be missing on it; `Infinity` if that is unknown. */
  state() {
    return { isUsed: this.#watch.isUsed, lagMs: this.#watch.lagMs, fallbacks: this.#fallbacks }
  }

  /** Must be called before the primary is closed. */
  async close(): Promise<void> {
    await Promise.all([this.#finds.waitUntilDrained(), this.#states.waitUntilDrained(), this.#watch.end()])
    await Promise.all([this.#pool.end(), this.#primaryPool.end()])
  }

  async #readPath<T>(
    path: string,
    batcher: Batcher<string, T | null>,
    readPrimary: () => Promise<T | null>,
  ): Promise<T | null> {
    // PostgreSQL refuses U+0000 even in a query, and no path contains it.
    return path.includes('\0') ? null : await this.#read(() => batcher.run(path), readPrimary)
  }

  async #read<T>(readReplica: () => Promise<T>, readPrimary: () => Promise<T>): Promise<T> {
    let reason: FallbackReason = 'not_used'
    if (this.#watch.isUsed) {
      try {
        const result = await readReplica()
        if (result !== null) return result
        reason = 'not_found'
      } catch (error) {
        this.#watch.markUnavailable(error as Error)
        reason = 'failed'
      }
    }
    this.#fallbacks[reason]++
    return await readPrimary()
  }
}

function createRunner(pool: Pool, isUsed: () => boolean): Runner {
  return {
    run: async (name, values) => {
      // Groups that waited for a failed one are not failed with it.
      if (!isUsed()) throw new StoreUnavailableError('The replica is not in use.')
      try {
        const query = { text: statements[name], values, rowMode: 'array' as const }
        const { rows, rowCount } = await runQuery(pool, query, replicaTimeoutMs)
        return { rows, changes: rowCount ?? 0 }
      } catch (error) {
        // Not retried link by link, because the primary has the answer.
        throw new StoreUnavailableError((error as Error).message)
      }
    },
  }
}
