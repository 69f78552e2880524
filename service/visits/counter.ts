import type { VisitOutcome, VisitPlatform } from '../../contract/visits.ts'
import { StoreUnavailableError } from '../store/storeErrors.ts'
import type { VisitStore } from '../store/visits.ts'
import { Tally } from './tally.ts'
import { BatchQueue } from './batchQueue.ts'

/** Interval between writes of counts, in milliseconds. A killed process loses no more than this. */
const writeEveryMs = 1_000
/** Maximum time to write the rest at shutdown, in milliseconds. */
const shutdownMs = 2_500
/** Maximum number of links whose visits wait for the database, separately per hour: about 20 MB. */
const maxUnwrittenLinks = 100_000
const hourMs = 3_600_000
/** Hour of an empty tally. */
const noHour = -1

export interface VisitCounterParts {
  visits: VisitStore
  /** Called with the error that prevents writing; the visits are kept. */
  onError: (error: unknown) => void
  /** Called with the number of visits not written at shutdown. */
  onLoss: (visits: number) => void
  /** Returns milliseconds since 1970; tests can pass their own clock. */
  now?: () => number
}

/** Totals for `/metrics`, by their names there. */
export type VisitTotals = Record<VisitOutcome | 'card' | 'bot' | 'test' | 'uncounted', number>

/**
 * Counts visits in this process and adds them to the database in groups. Counting is synchronous and needs no
 * database: if it is unavailable, visits wait in bounded memory and no visitor waits.
 */
export class VisitCounter {
  readonly totals: VisitTotals = {
    redirect: 0,
    preview: 0,
    landing: 0,
    inactive: 0,
    card: 0,
    bot: 0,
    test: 0,
    uncounted: 0,
  }
  readonly #parts: VisitCounterParts
  readonly #now: () => number
  readonly #unwritten: BatchQueue
  readonly #timer: NodeJS.Timeout
  /** By hour; usually there is only the current one. */
  readonly #tallies = new Map<number, Tally>()
  readonly #none = new Tally(noHour)
  #live = this.#none
  /** A written tally, reused for the next second. */
  #spare: Tally | null = null
  #links = 0
  #writing: Promise<boolean> | null = null
  #reported: string | null = null

  constructor(parts: VisitCounterParts) {
    this.#parts = parts
    this.#now = parts.now ?? Date.now
    this.#unwritten = new BatchQueue(parts.visits, this.#now, (tally) => (this.#spare = tally))
    this.#timer = setInterval(() => void this.write(), writeEveryMs).unref()
  }

  /** Number of links whose visits wait, separately per hour. */
  get waiting(): number {
    return this.#links + this.#unwritten.links
  }

  /** Counts a person's visit. `host` is the referring host, `null` if none was sent. */
  person(link: number, platform: VisitPlatform, outcome: VisitOutcome, host: string | null): void {
    this.totals[outcome]++
    const linkIndex = this.#indexFor(link)
    if (linkIndex < 0) return
    this.#live.add(linkIndex, platform)
    this.#live.add(linkIndex, outcome)
    if (host !== null) this.#live.refer(linkIndex, host)
  }

  /** Counts a bot's visit; `card` if it was shown a preview card. */
  bot(link: number, card: boolean): void {
    this.totals[card ? 'card' : 'bot']++
    const linkIndex = this.#indexFor(link)
    if (linkIndex < 0) return
    this.#live.add(linkIndex, 'bots')
    if (card) this.#live.add(linkIndex, 'cards')
  }

  /** Counts a visit by someone who tests their own link. */
  test(link: number): void {
    this.totals.test++
    const linkIndex = this.#indexFor(link)
    if (linkIndex >= 0) this.#live.add(linkIndex, 'tests')
  }

  /** Writes waiting visits. Resolves to whether all were written. */
  write(): Promise<boolean> {
    this.#writing ??= this.#write().finally(() => (this.#writing = null))
    return this.#writing
  }

  /** Writes the rest, if the database accepts it in time. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    const { promise: late, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(() => resolve(false), shutdownMs)
    // A running write may have started before the last visits were counted.
    const isWritten = await Promise.race([this.write().then(() => this.write()), late])
    clearTimeout(timer)
    if (isWritten) return
    const remaining = [...this.#tallies.values()].reduce((sum, { visits }) => sum + visits, 0)
    this.#parts.onLoss(remaining + this.#unwritten.visits)
  }

  async #write(): Promise<boolean> {
    // If the database is unavailable, visits of one hour stay in one tally.
    if (this.#unwritten.links === 0) {
      this.#unwritten.take([...this.#tallies.values()])
      this.#tallies.clear()
      this.#live = this.#none
      this.#links = 0
    }
    try {
      await this.#unwritten.write()
      this.#reported = null
      return true
    } catch (error) {
      this.#fold()
      this.#tell(error as Error)
      return false
    }
  }

  /**
   * An error such as a missing permission is reported once, not every second; outage monitoring counts failures
   * itself.
   */
  #tell(error: Error): void {
    if (!(error instanceof StoreUnavailableError) && this.#reported === error.message) return
    this.#reported = error.message
    this.#parts.onError(error)
  }

  /** When many links wait in several hours, merges the oldest hour into the next one to make room. */
  #fold(): void {
    while (this.#tallies.size > 1 && this.waiting > maxUnwrittenLinks / 2) {
      const [oldest, next] = [...this.#tallies.values()].sort((a, b) => a.hour - b.hour)
      if (!oldest || !next) return
      const before = oldest.size + next.size
      next.absorb(oldest)
      this.#tallies.delete(oldest.hour)
      if (this.#live === oldest) this.#live = next
      this.#links += next.size - before
    }
  }

  /** Returns where the current tally counts a link's visits; -1 if there is no room for another link. */
  #indexFor(link: number): number {
    const hour = Math.floor(this.#now() / hourMs)
    if (this.#live.hour !== hour) this.#live = this.#tallyOf(hour)
    const linkIndex = this.#live.find(link)
    if (linkIndex >= 0) return linkIndex
    if (this.waiting >= maxUnwrittenLinks) {
      this.totals.uncounted++
      return -1
    }
    this.#links++
    return this.#live.take(link)
  }

  /** The clock may have been set, so any hour can come again. */
  #tallyOf(hour: number): Tally {
    let tally = this.#tallies.get(hour)
    if (!tally) {
      this.#tallies.set(hour, (tally = this.#spare?.begin(hour) ?? new Tally(hour)))
      this.#spare = null
    }
    return tally
  }
}
