import { byName } from '../../contract/service/link/fields.ts'
import { visitOutcomes } from '../../contract/service/link/visits.ts'
import type { ProgramKind, VisitOutcome, VisitPlatform } from '../../contract/service/link/visits.ts'
import { waitForLastWrite } from '../store/timeLimit.ts'
import { StoreUnavailableError } from '../store/storeErrors.ts'
import type { VisitStore } from '../store/visits/visitStore.ts'
import { Tally } from './tally.ts'
import { BatchQueue } from './batchQueue.ts'

/** Interval between writes of counts, in milliseconds. A killed process loses no more than this. */
const writeIntervalMs = 1_000
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
export type VisitTotals = Record<(typeof totalNames)[number], number>
const totalNames = [...visitOutcomes, 'card', 'bot', 'test', 'uncounted'] as const

/**
 * Counts visits in this process and adds them to the database in groups. Counting is synchronous and needs no
 * database: if it is unavailable, visits wait in bounded memory and no visitor waits.
 */
export class VisitCounter {
  readonly totals: VisitTotals = byName(totalNames, () => 0)
  readonly #parts: VisitCounterParts
  readonly #now: () => number
  readonly #queue: BatchQueue
  readonly #timer: NodeJS.Timeout
  /** By hour; usually there is only the current one. */
  readonly #tallies = new Map<number, Tally>()
  readonly #emptyTally = new Tally(noHour)
  #currentTally = this.#emptyTally
  /** A written tally, reused for the next second. */
  #spareTally: Tally | null = null
  #linkCount = 0
  #pendingWrite: Promise<boolean> | null = null
  #reportedError: string | null = null

  constructor(parts: VisitCounterParts) {
    this.#parts = parts
    this.#now = parts.now ?? Date.now
    this.#queue = new BatchQueue(parts.visits, this.#now, (tally) => (this.#spareTally = tally))
    this.#timer = setInterval(() => void this.write(), writeIntervalMs).unref()
  }

  /** Number of links whose visits wait, separately per hour. */
  get waitingLinks(): number {
    return this.#linkCount + this.#queue.links
  }

  /** Counts a person's visit. `host` is the referring host, `null` if none was sent. */
  countPerson(link: number, platform: VisitPlatform, outcome: VisitOutcome, host: string | null): void {
    this.totals[outcome]++
    const linkIndex = this.#indexFor(link)
    if (linkIndex < 0) return
    this.#currentTally.add(linkIndex, platform)
    this.#currentTally.add(linkIndex, outcome)
    if (host !== null) this.#currentTally.addReferrer(linkIndex, host)
  }

  /** Counts a bot's visit; `isCard` if it was shown a preview card. */
  countBot(link: number, kind: ProgramKind, isCard: boolean): void {
    this.totals[isCard ? 'card' : 'bot']++
    const linkIndex = this.#indexFor(link)
    if (linkIndex < 0) return
    this.#currentTally.add(linkIndex, 'bots')
    this.#currentTally.add(linkIndex, `bots_${kind}`)
    if (isCard) this.#currentTally.add(linkIndex, 'cards')
  }

  /** Counts a visit by someone who tests their own link. */
  countTest(link: number): void {
    this.totals.test++
    const linkIndex = this.#indexFor(link)
    if (linkIndex >= 0) this.#currentTally.add(linkIndex, 'tests')
  }

  /** Writes waiting visits. Resolves to whether all were written. */
  write(): Promise<boolean> {
    this.#pendingWrite ??= this.#write().finally(() => (this.#pendingWrite = null))
    return this.#pendingWrite
  }

  /** Writes the rest, if the database accepts it in time. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    // A running write may have started before the last visits were counted.
    const isWritten = await waitForLastWrite(this.write().then(() => this.write()))
    if (isWritten === true) return
    const remaining = [...this.#tallies.values()].reduce((sum, { visits }) => sum + visits, 0)
    this.#parts.onLoss(remaining + this.#queue.visits)
  }

  async #write(): Promise<boolean> {
    // If the database is unavailable, visits of one hour stay in one tally.
    if (this.#queue.links === 0) {
      this.#queue.take([...this.#tallies.values()])
      this.#tallies.clear()
      this.#currentTally = this.#emptyTally
      this.#linkCount = 0
    }
    try {
      await this.#queue.write()
      this.#reportedError = null
      return true
    } catch (error) {
      this.#mergeOldest()
      this.#reportError(error as Error)
      return false
    }
  }

  /**
   * An error such as a missing permission is reported once, not every second; outage monitoring counts failures
   * itself.
   */
  #reportError(error: Error): void {
    if (!(error instanceof StoreUnavailableError) && this.#reportedError === error.message) return
    this.#reportedError = error.message
    this.#parts.onError(error)
  }

  /** When many links wait in several hours, merges the oldest hour into the next one to make room. */
  #mergeOldest(): void {
    while (this.#tallies.size > 1 && this.waitingLinks > maxUnwrittenLinks / 2) {
      const [oldest, next] = [...this.#tallies.values()].sort((a, b) => a.hour - b.hour)
      if (!oldest || !next) return
      const previousSize = oldest.size + next.size
      next.absorb(oldest)
      this.#tallies.delete(oldest.hour)
      if (this.#currentTally === oldest) this.#currentTally = next
      this.#linkCount += next.size - previousSize
    }
  }

  /** Returns where the current tally counts a link's visits; -1 if there is no room for another link. */
  #indexFor(link: number): number {
    const hour = Math.floor(this.#now() / hourMs)
    if (this.#currentTally.hour !== hour) this.#currentTally = this.#getTally(hour)
    const linkIndex = this.#currentTally.find(link)
    if (linkIndex >= 0) return linkIndex
    if (this.waitingLinks >= maxUnwrittenLinks) {
      this.totals.uncounted++
      return -1
    }
    this.#linkCount++
    return this.#currentTally.addLink(link)
  }

  /** The clock may have been set, so any hour can come again. */
  #getTally(hour: number): Tally {
    let tally = this.#tallies.get(hour)
    if (!tally) {
      this.#tallies.set(hour, (tally = this.#spareTally?.reset(hour) ?? new Tally(hour)))
      this.#spareTally = null
    }
    return tally
  }
}
