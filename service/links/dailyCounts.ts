import type { DailyKind } from '../store/projects/projectTerms.ts'
import type { TermStore } from '../store/projects/termStore.ts'
import { waitForLastWrite } from '../store/timeLimit.ts'
import { StoreUnavailableError } from '../store/storeErrors.ts'

/**
 * How often a process shares its counts with others, in milliseconds. Together, they may exceed the limit by what
 * they create in this time.
 */
const syncIntervalMs = 1_000
const dayMs = 86_400_000

/** Returns the current UTC day as days since 1970. */
export function today(now = Date.now()): number {
  return Math.floor(now / dayMs)
}

/** A project's number of links or changes on one day. */
export interface DayCount {
  project: string
  day: number
  /** The database's last total over all processes. */
  lastTotal: number
  /** Being written. */
  inFlight: number
  /** Not written yet; negative after refunds. */
  unwritten: number
  /** By the monotonic clock. */
  readAt: number
  pendingSync: Promise<void> | null
}

/**
 * Counts new links, or changes, of projects with a daily limit. A request waits for the database only if the count is
 * outdated. Others are counted in memory and written once a second, when processes see each other's counts.
 */
export class DailyCounts {
  readonly #terms: TermStore
  readonly #kind: DailyKind
  readonly #now: () => number
  readonly #counts = new Map<string, DayCount>()
  #timer: NodeJS.Timeout | null = null
  #isEnded = false

  /** `now` returns the time of day; tests can pass their own clock. */
  constructor(terms: TermStore, kind: DailyKind, now: () => number = Date.now) {
    this.#terms = terms
    this.#kind = kind
    this.#now = now
  }

  /**
   * Counts one more. Returns `null` if the project has reached its limit today. Rejects with
   * `StoreUnavailableError`.
   */
  async take(project: string, dailyLimit: number): Promise<DayCount | null> {
    const count = this.#getCount(project, today(this.#now()))
    if (performance.now() >= count.readAt + 2 * syncIntervalMs) await this.#sync(count)
    if (count.lastTotal + count.inFlight + count.unwritten >= dailyLimit) return null
    count.unwritten++
    this.#schedule()
    return count
  }

  /** Reverts `take` for a link that was not created, or a change that was not made. */
  refund(count: DayCount): void {
    count.unwritten--
    this.#schedule()
  }

  /** Runs work that counts as one. Returns `null`, without running it, if the project has reached its limit today. */
  async count<T>(
    project: string,
    dailyLimit: number | null,
    work: () => Promise<T>,
    isCounted: (result: T) => boolean,
  ): Promise<T | null> {
    if (dailyLimit === null) return await work()
    const count = await this.take(project, dailyLimit)
    if (!count) return null
    const result = await work().catch((error: unknown) => {
      if (error instanceof StoreUnavailableError && error.nothingStored) this.refund(count)
      throw error
    })
    if (!isCounted(result)) this.refund(count)
    return result
  }

  /** Whole seconds until the next day begins. */
  get secondsLeft(): number {
    return Math.ceil((dayMs - (this.#now() % dayMs)) / 1_000)
  }

  /** Writes the remaining counts, if the database accepts them in time, and stops counting. */
  async end(): Promise<void> {
    this.#isEnded = true
    if (this.#timer) clearTimeout(this.#timer)
    // A write that was already in progress did not include all of them.
    await waitForLastWrite(this.#writeAll().then(() => this.#writeAll()))
  }

  #getCount(project: string, day: number): DayCount {
    const name = `${day}/${project}`
    let count = this.#counts.get(name)
    if (!count) {
      count = { project, day, lastTotal: 0, inFlight: 0, unwritten: 0, readAt: -Infinity, pendingSync: null }
      this.#counts.set(name, count)
    }
    return count
  }

  #sync(count: DayCount): Promise<void> {
    return (count.pendingSync ??= this.#writeCount(count).finally(() => (count.pendingSync = null)))
  }

  async #writeCount(count: DayCount): Promise<void> {
    const added = count.unwritten
    count.inFlight = added
    count.unwritten = 0
    try {
      count.lastTotal = await this.#terms.addToDay(this.#kind, count.project, count.day, added)
      count.readAt = performance.now()
    } catch (error) {
      const isUnavailable = error instanceof StoreUnavailableError
      // If it's unknown whether they were written, count them as written: the next answer corrects it.
      if (isUnavailable && !error.nothingStored) count.lastTotal += added
      else count.unwritten += added
      if (!isUnavailable) throw error
      throw new StoreUnavailableError(error.message, { nothingStored: true, cause: error })
    } finally {
      count.inFlight = 0
    }
  }

  #schedule(): void {
    if (this.#isEnded) return
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#writeAll()
    }, syncIntervalMs).unref()
  }

  async #writeAll(): Promise<void> {
    const day = today(this.#now())
    const counts = [...this.#counts].filter(([, { unwritten }]) => unwritten !== 0)
    // An unavailable database refuses creates itself; the counts wait.
    await Promise.allSettled(counts.map(([, count]) => this.#sync(count)))
    for (const [name, count] of this.#counts) {
      if (count.day < day && count.unwritten === 0) this.#counts.delete(name)
      else if (count.unwritten !== 0) this.#schedule()
    }
  }
}
