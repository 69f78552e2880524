import { LRUCache } from 'lru-cache'
import { fieldsOf, pick } from '../../contract/link/fields.ts'
import type { Platform } from '../../contract/redirect/visitor.ts'
import type { LinkState, Store, StoredLink } from '../store/store.ts'
import { AdmissionFilter } from './admissionFilter.ts'

/** How long a link is believed without asking again: one that is switched off stops everywhere within this time. */
const ttlMs = 800
/** By how much of that it differs from link to link: what was asked for together is not asked for again together. */
const ttlJitterMs = 300
/** How long it stays after that, to be believed again when the database says that it was not switched. */
const staleMs = 5_000
/** How long that goes on before all of it is read again: nothing but the switch changes a link, except somebody's own SQL. */
const revalidateMs = 30_000
/** A rough bound of the memory that recent links may take. */
const maxBytes = 16 * 1_024 * 1_024

const texts = fieldsOf('text')

/** What a visit needs of a link: not its app data, which may be longer than all the rest. */
export type VisitedLink = Omit<StoredLink, 'environment' | 'data' | 'tags'>

/** A link that was asked for a moment ago. */
export interface RecentLink {
  link: VisitedLink
  /** Where its visitors are sent, once that has been decided. */
  locations: Map<Platform, string>
}

/** Its times are of the clock that is never set: by one that is set back, a link would be believed for as long as that. */
interface CachedLink extends RecentLink {
  readAt: number
  until: number
  bytes: number
}

/**
 * A question that the database has not answered yet. The answer is let go as soon as it is there: a map leaves tables behind
 * with all that was in them when it was made anew, and whatever these still held, V8 would keep until it collects its old
 * generation.
 */
interface PendingRead {
  answer: Promise<RecentLink | null> | null
}

/**
 * The links that were asked for more than once a moment ago, in bounded memory: hot links are few, and most visits need no
 * database. What is not there is never remembered, since it may be made the next moment.
 */
export class RecentLinks {
  readonly #store: Store
  /** Least recently asked for first, which is roughly the order in which they end. */
  readonly #kept = new LRUCache<string, CachedLink>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  readonly #asking = new Map<string, PendingRead>()
  readonly #doorkeeper = new AdmissionFilter()

  constructor(store: Store) {
    this.#store = store
  }

  /** The link with this path, at once when it is believed; `null` when there is none. Rejects with `StoreUnavailableError`. */
  find(path: string): RecentLink | Promise<RecentLink | null> {
    const kept = this.#kept.get(path)
    if (kept && performance.now() < kept.until) return kept
    // However many ask for one link at once, the database is asked once.
    return this.#asking.get(path)?.answer ?? this.#ask(path, kept)
  }

  /** A rough count of the bytes that are kept. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  #ask(path: string, before: CachedLink | undefined): Promise<RecentLink | null> {
    const asking: PendingRead = { answer: null }
    this.#asking.set(path, asking)
    return (asking.answer = this.#answer(path, before, asking))
  }

  async #answer(
    path: string,
    before: CachedLink | undefined,
    asking: PendingRead,
  ): Promise<RecentLink | null> {
    try {
      // The time before the question: the answer may be as old as that.
      const now = performance.now()
      const until = now + ttlMs - Math.random() * ttlJitterMs
      if (before && now < before.readAt + revalidateMs) {
        const state = await this.#store.findLinkState(path)
        if (isUnchanged(before.link, state)) return this.#keep(Object.assign(before, { until }))
      }
      const stored = await this.#store.findLink(path)
      if (!stored) return null
      const link = toCachedLink(stored, now, until)
      return before || this.#doorkeeper.admits(path) ? this.#keep(link) : link
    } finally {
      this.#asking.delete(path)
      asking.answer = null
    }
  }

  #keep(kept: CachedLink): RecentLink {
    this.#kept.set(kept.link.path, kept)
    this.#dropEnded()
    return kept
  }

  /** Drops what nobody has asked for any more. The library's own time limit would drop it only when it is asked for again. */
  #dropEnded(): void {
    const now = performance.now()
    for (const kept of this.#kept.rvalues()) {
      if (!kept || now < kept.until + staleMs) return
      this.#kept.delete(kept.link.path)
    }
  }
}

function toCachedLink(stored: StoredLink, readAt: number, until: number): CachedLink {
  const { id, path, origin, project, active, updatedAt } = stored
  const { ios, android, desktop, previewIos, previewAndroid, tracking } = stored
  const rules = { ios, android, desktop, previewIos, previewAndroid, tracking }
  const link = { id, path, origin, project, active, updatedAt, ...pick(stored, texts), ...rules }
  return { link, readAt, until, bytes: estimateSize(link), locations: new Map() }
}

function isUnchanged({ active, updatedAt }: VisitedLink, now: LinkState | null): boolean {
  return active === now?.active && updatedAt === now.updatedAt
}

/** Two bytes a character at most, and what objects cost by themselves. */
function estimateSize(link: VisitedLink): number {
  const letters = texts.reduce((sum, name) => sum + link[name].length, 0)
  const urls = [link.ios, link.android, link.desktop].reduce((sum, to) => sum + (to?.url.length ?? 0), 0)
  return 2_000 + 2 * (letters + 2 * urls)
}
