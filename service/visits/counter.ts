import type { VisitOutcome, VisitPlatform } from '../../contract/visits.ts'
import { StoreUnavailableError } from '../store/storeErrors.ts'
import type { VisitStore } from '../store/visits.ts'
import { Tally } from './tally.ts'
import { BatchQueue } from './batchQueue.ts'

/** How often what was counted is written: a process that is killed loses no more than that. */
const writeEveryMs = 1_000
/** How long the end may take to write the rest. */
const shutdownMs = 2_500
/** Links whose visits may wait for the database, each hour by itself: some 20 MB. */
const maxUnwrittenLinks = 100_000
const hourMs = 3_600_000
/** Of a tally that nothing is counted in. */
const noHour = -1

export interface VisitCounterParts {
  visits: VisitStore
  /** What keeps visits from being written; they are kept. */
  onError: (error: unknown) => void
  /** Visits that were not written at the end. */
  onLoss: (visits: number) => void
  /** Milliseconds since 1970; a test can bring its own clock. */
  now?: () => number
}

/** What `/metrics` tells of, by what it is called there. */
export type VisitTotals = Record<VisitOutcome | 'card' | 'bot' | 'test' | 'uncounted', number>

/**
 * Counts visits in this process and adds them to the database in groups. To count one takes no promise and no answer of the
 * database: while that is away, visits wait here in bounded memory and no visitor waits for anything.
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
  /** By hour; as a rule there is one, and it is the live one. */
  readonly #tallies = new Map<number, Tally>()
  readonly #none = new Tally(noHour)
  #live = this.#none
  /** One that was written, for the next second. */
  #spare: Tally | null = null
  #links = 0
  #writing: Promise<boolean> | null = null
  #told: string | null = null

  constructor(parts: VisitCounterParts) {
    this.#parts = parts
    this.#now = parts.now ?? Date.now
    this.#unwritten = new BatchQueue(parts.visits, this.#now, (tally) => (this.#spare = tally))
    this.#timer = setInterval(() => void this.write(), writeEveryMs).unref()
  }

  /** Links whose visits wait, each hour by itself. */
  get waiting(): number {
    return this.#links + this.#unwritten.links
  }

  /** A person's visit. `host` is that of the page that led here, `null` when none was named. */
  person(link: number, platform: VisitPlatform, outcome: VisitOutcome, host: string | null): void {
    this.totals[outcome]++
    const linkIndex = this.#placeOf(link)
    if (linkIndex < 0) return
    this.#live.add(linkIndex, platform)
    this.#live.add(linkIndex, outcome)
    if (host !== null) this.#live.refer(linkIndex, host)
  }

  /** A visit by no person; `card` when it was shown a card to draw. */
  bot(link: number, card: boolean): void {
    this.totals[card ? 'card' : 'bot']++
    const linkIndex = this.#placeOf(link)
    if (linkIndex < 0) return
    this.#live.add(linkIndex, 'bots')
    if (card) this.#live.add(linkIndex, 'cards')
  }

  /** A visit by somebody who tries their own link. */
  test(link: number): void {
    this.totals.test++
    const linkIndex = this.#placeOf(link)
    if (linkIndex >= 0) this.#live.add(linkIndex, 'tests')
  }

  /** Writes what waits. Resolves to whether all of it is written. */
  write(): Promise<boolean> {
    this.#writing ??= this.#write().finally(() => (this.#writing = null))
    return this.#writing
  }

  /** Writes the rest, as far as the database takes it in time. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    const { promise: late, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(() => resolve(false), shutdownMs)
    // What is being written may have begun before the last visits were counted.
    const isWritten = await Promise.race([this.write().then(() => this.write()), late])
    clearTimeout(timer)
    if (isWritten) return
    const remaining = [...this.#tallies.values()].reduce((sum, { visits }) => sum + visits, 0)
    this.#parts.onLoss(remaining + this.#unwritten.visits)
  }

  async #write(): Promise<boolean> {
    // While the database is away, visits of one hour stay in one place.
    if (this.#unwritten.links === 0) {
      this.#unwritten.take([...this.#tallies.values()])
      this.#tallies.clear()
      this.#live = this.#none
      this.#links = 0
    }
    try {
      await this.#unwritten.write()
      this.#told = null
      return true
    } catch (error) {
      this.#fold()
      this.#tell(error as Error)
      return false
    }
  }

  /** A missing right, say, is told once and not each second; who watches over outages counts the failures itself. */
  #tell(error: Error): void {
    if (!(error instanceof StoreUnavailableError) && this.#told === error.message) return
    this.#told = error.message
    this.#parts.onError(error)
  }

  /** Where hours with many links wait, the oldest is counted as the next one, so that there is room for more links. */
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

  /** Where the live tally counts visits of a link; -1 when there is no room for one more. */
  #placeOf(link: number): number {
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

  /** The clock may have been set, so that any hour can come again. */
  #tallyOf(hour: number): Tally {
    let tally = this.#tallies.get(hour)
    if (!tally) {
      this.#tallies.set(hour, (tally = this.#spare?.begin(hour) ?? new Tally(hour)))
      this.#spare = null
    }
    return tally
  }
}
