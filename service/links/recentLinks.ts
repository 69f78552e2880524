import { LRUCache } from 'lru-cache'
import { fieldsOf } from '../../contract/service/link/fields.ts'
import type { QueryTarget } from '../../contract/service/redirect/query.ts'
import type { Platform } from '../../contract/service/redirect/visitor.ts'
import { foldPath, isOwnPath } from '../../contract/service/path/ownPath.ts'
import { linkKey, ownPathKey, type StoredLink } from '../store/links/links.ts'
import type { LinkReader } from '../store/store.ts'
import { AdmissionFilter } from './admissionFilter.ts'
import { OutageBridge } from './outage.ts'

/**
 * How long a link is cached without a new query, in milliseconds: a change takes effect everywhere within this time.
 */
const ttlMs = 800
/** Random part of that time, so that links queried together aren't queried again together. */
const ttlJitterMs = 300
/**
 * How long it stays after that: reusable if the database confirms that its state hasn't changed, and used without
 * confirmation while the database is away. So a link that was switched off may redirect for a minute in total.
 */
const staleMs = 59_000
/** How long that continues before the whole link is read again: only direct SQL changes a link without its state. */
const revalidateMs = 30_000
/** Approximate maximum memory of the cache, in bytes. */
const maxBytes = 16 * 1_024 * 1_024

const textFields = fieldsOf('text')

/** The fields of a link that a visit needs: without app data, which may be longer than all the rest. */
export type VisitedLink = Omit<StoredLink, 'data' | 'tags'>

export interface RecentLink {
  link: VisitedLink
  /** Where its visitors are sent, per platform, once decided. */
  locations: Map<Platform, QueryTarget>
}

/** Times are monotonic: if the clock were set back, a link would stay cached for that long. */
interface CachedLink extends RecentLink {
  /** The path, or the key of an own path with the path as visited. */
  name: string
  readAt: number
  freshUntil: number
  bytes: number
}

/** A path as visited, with the host in the keys of its own paths, and the name of its pending query. */
interface VisitedPath {
  path: string
  host: string
  name: string
}

/**
 * A pending database query. The result is released as soon as it is known. A `Map` that has been resized leaves old
 * tables behind, and V8 would keep everything in them until a full garbage collection.
 */
interface PendingRead {
  pending: Promise<RecentLink | null> | null
}

/**
 * Caches links that were requested more than once recently, in bounded memory: there are few popular links, and most
 * visits need no database. Missing links are never cached, because they may be created the next moment.
 */
export class RecentLinks {
  readonly #store: LinkReader
  /** Least recently used first, which is roughly the order of expiry. */
  readonly #cache = new LRUCache<string, CachedLink>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  readonly #reads = new Map<string, PendingRead>()
  readonly #admissionFilter = new AdmissionFilter()
  readonly #outageBridge: OutageBridge

  /** `onFailure` is called for each failed query, also if the visitor doesn't notice. */
  constructor(store: LinkReader, onFailure?: (error: unknown) => void) {
    this.#store = store
    this.#outageBridge = new OutageBridge(onFailure)
  }

  /**
   * Returns the link with this path, synchronously if it is cached; `null` if there is none. A generated path comes first, then
   * one of the host's own (`LinkHosts.visitedHost`). Rejects with `StoreUnavailableError`.
   */
  find(path: string, host = ''): RecentLink | null | Promise<RecentLink | null> {
    // No path has a slash. A generated path is cached under itself, an own one with its host and as visited.
    if (path.includes('/')) return null
    const generated = this.#cache.get(path)
    const ownName = generated ? path : ownPathKey(host, path)
    const cached = generated ?? this.#cache.get(ownName)
    const now = performance.now()
    if (cached && now < cached.freshUntil) return cached
    // Concurrent requests for one link share a single query.
    const read = this.#reads.get(ownName)?.pending ?? this.#startRead({ path, host, name: ownName }, cached)
    return cached && now < cached.freshUntil + staleMs ? this.#outageBridge.refresh(read, cached) : read
  }

  /** Approximate memory in bytes. */
  get bytes(): number {
    return this.#cache.calculatedSize
  }

  #startRead(visited: VisitedPath, cached: CachedLink | undefined): Promise<RecentLink | null> {
    const pendingRead: PendingRead = { pending: null }
    this.#reads.set(visited.name, pendingRead)
    const read = (pendingRead.pending = this.#read(visited, cached, pendingRead))
    // Visitors who get the cached link don't wait for it.
    if (cached) read.catch(() => undefined)
    return read
  }

  async #read(
    visited: VisitedPath,
    cached: CachedLink | undefined,
    pendingRead: PendingRead,
  ): Promise<RecentLink | null> {
    try {
      return await this.#outageBridge.read(() => this.#query(visited, cached))
    } finally {
      this.#reads.delete(visited.name)
      pendingRead.pending = null
    }
  }

  async #query(visited: VisitedPath, cached: CachedLink | undefined): Promise<RecentLink | null> {
    // Time before the query: the result may be that old.
    const now = performance.now()
    const freshUntil = now + ttlMs - Math.random() * ttlJitterMs
    if (cached && now < cached.readAt + revalidateMs) {
      const state = await this.#store.findLinkState(linkKey(cached.link))
      const { active, updatedAt } = cached.link
      if (active === state?.active && updatedAt === state.updatedAt)
        return this.#addToCache(Object.assign(cached, { freshUntil }))
    }
    const storedLink = await this.#findLink(visited)
    if (!storedLink) return null
    const name = storedLink.ownKey === null ? visited.path : visited.name
    const link = { name, ...toCachedLink(storedLink, now, freshUntil) }
    return cached || this.#admissionFilter.admits(name) ? this.#addToCache(link) : link
  }

  async #findLink({ path, host }: VisitedPath): Promise<StoredLink | null> {
    const link = await this.#store.findLink(path)
    const normalized = path.normalize('NFC')
    return link || !isOwnPath(normalized)
      ? link
      : await this.#store.findLink(ownPathKey(host, foldPath(normalized)))
  }

  #addToCache(cached: CachedLink): RecentLink {
    this.#cache.set(cached.name, cached)
    this.#removeExpired()
    return cached
  }

  /** Removes expired links. The library's own time limit would remove one only when it is requested again. */
  #removeExpired(): void {
    const now = performance.now()
    for (const cached of this.#cache.rvalues()) {
      if (!cached || now < cached.freshUntil + staleMs) return
      this.#cache.delete(cached.name)
    }
  }
}

function toCachedLink(storedLink: StoredLink, readAt: number, freshUntil: number): Omit<CachedLink, 'name'> {
  // Emptied instead of left out, because copying without some fields is slower.
  const link = { ...storedLink, data: '', tags: '' }
  return { link, readAt, freshUntil, bytes: estimateSize(link), locations: new Map() }
}

/** At most two bytes per character, plus the objects themselves. */
function estimateSize(link: VisitedLink): number {
  const characters = textFields.reduce((sum, name) => sum + link[name].length, 0)
  const urls = [link.ios?.url, link.android?.url, link.desktop?.url, link.image].reduce<number>(
    (sum, url) => sum + (url?.length ?? 0),
    0,
  )
  return 2_000 + 2 * (characters + 2 * urls)
}
