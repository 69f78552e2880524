import type { TermStore } from '../store/projectTerms.ts'
import { StoreUnavailableError } from '../store/storeErrors.ts'

/** How often a process that makes links tells the others of them: by so much all together may make too many. */
const syncIntervalMs = 1_000
const dayMs = 86_400_000

/** Days since 1970, UTC. */
export function today(now = Date.now()): number {
  return Math.floor(now / dayMs)
}

/** The links that a project has made on one day. */
export interface DayCount {
  project: string
  day: number
  /** What the database last told: all that every process has written. */
  reported: number
  /** On their way to it. */
  underWay: number
  /** Not written yet; below 0 where more was given back. */
  unwritten: number
  /** By the clock that is never set. */
  readAt: number
  asking: Promise<void> | null
}

/**
 * Counts the links that projects with a daily limit make. A create waits for the database only when nothing was asked of it
 * lately; what is made meanwhile is counted here and written once a second, by which the processes know of each other.
 */
export class DailyLinks {
  readonly #terms: TermStore
  readonly #now: () => number
  readonly #counts = new Map<string, DayCount>()
  #timer: NodeJS.Timeout | null = null
  #ended = false

  /** `now` is the time of day; a test can bring its own clock. */
  constructor(terms: TermStore, now: () => number = Date.now) {
    this.#terms = terms
    this.#now = now
  }

  /** Counts one more link, `null` when the project has made `most` today. Rejects with `StoreUnavailableError`. */
  async take(project: string, dailyLimit: number): Promise<DayCount | null> {
    const count = this.#countOf(project, today(this.#now()))
    if (performance.now() >= count.readAt + 2 * syncIntervalMs) await this.#bringUp(count)
    if (count.reported + count.underWay + count.unwritten >= dailyLimit) return null
    count.unwritten++
    this.#schedule()
    return count
  }

  /** Takes back what `take` has counted, for a link that was not made. */
  refund(count: DayCount): void {
    count.unwritten--
    this.#schedule()
  }

  /** Whole seconds until the next day begins. */
  get secondsLeft(): number {
    return Math.ceil((dayMs - (this.#now() % dayMs)) / 1_000)
  }

  /** Writes what is not written yet, and counts no more. */
  async end(): Promise<void> {
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#writeAll()
    // What was on its way already had not all of it.
    await this.#writeAll()
  }

  #countOf(project: string, day: number): DayCount {
    const name = `${day}/${project}`
    let count = this.#counts.get(name)
    if (!count) {
      count = { project, day, reported: 0, underWay: 0, unwritten: 0, readAt: -Infinity, asking: null }
      this.#counts.set(name, count)
    }
    return count
  }

  #bringUp(count: DayCount): Promise<void> {
    return (count.asking ??= this.#tell(count).finally(() => (count.asking = null)))
  }

  async #tell(count: DayCount): Promise<void> {
    const links = count.unwritten
    count.underWay = links
    count.unwritten = 0
    try {
      count.reported = await this.#terms.addLinks(count.project, count.day, links)
      count.readAt = performance.now()
    } catch (error) {
      const unavailable = error instanceof StoreUnavailableError
      // Where it is open whether they are written, they are taken for it: the next answer tells.
      if (unavailable && !error.nothingStored) count.reported += links
      else count.unwritten += links
      if (!unavailable) throw error
      throw new StoreUnavailableError(error.message, { nothingStored: true, cause: error })
    } finally {
      count.underWay = 0
    }
  }

  #schedule(): void {
    if (this.#ended) return
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#writeAll()
    }, syncIntervalMs).unref()
  }

  async #writeAll(): Promise<void> {
    const day = today(this.#now())
    const counts = [...this.#counts].filter(([, { unwritten }]) => unwritten !== 0)
    // A database that is away refuses creates by itself; what was counted waits.
    await Promise.allSettled(counts.map(([, count]) => this.#bringUp(count)))
    for (const [name, count] of this.#counts) {
      if (count.day < day && count.unwritten === 0) this.#counts.delete(name)
      else if (count.unwritten !== 0) this.#schedule()
    }
  }
}
