import { randomBytes } from 'node:crypto'
import type { VisitBatch } from '../store/visits/visits.ts'
import type { VisitStore } from '../store/visits/visitStore.ts'
import { totalVisits, type Tally } from './tally.ts'

/** Writes counts to the database one batch after another, retrying each until it is stored. */
export class BatchQueue {
  readonly #store: VisitStore
  readonly #now: () => number
  readonly #onWritten: (tally: Tally) => void
  /** Lets the database recognize a batch that it already has. Identifies only the counting process. */
  readonly #writer = randomBytes(12).toString('hex')
  #number = 0
  #tallies: Tally[] = []
  #parts: ReturnType<Tally['parts']> | null = null
  /** If it is unknown whether the batch was stored, it can be resent only with the same number. */
  #batch: VisitBatch | null = null

  /** `onWritten` is called with each tally that is no longer needed. */
  constructor(store: VisitStore, now: () => number, onWritten: (tally: Tally) => void) {
    this.#store = store
    this.#now = now
    this.#onWritten = onWritten
  }

  /** Number of links with counts, separately for each hour. */
  get links(): number {
    return this.#tallies.reduce((sum, { size }) => sum + size, 0)
  }

  /** Number of visits not known to be stored. Call it when nothing more will be written. */
  get visits(): number {
    const [, ...fullTallies] = this.#tallies
    let sum = fullTallies.reduce((total, { visits }) => total + visits, 0)
    if (this.#batch) sum += totalVisits(this.#batch.counts)
    for (const { counts } of this.#parts ?? []) sum += totalVisits(counts)
    return sum
  }

  /** Takes over finished tallies if the queue is empty. */
  take(tallies: Tally[]): void {
    this.#tallies = tallies
  }

  /** Writes everything. Rejects with the error that prevents it. */
  async write(): Promise<void> {
    while ((this.#batch ??= this.#nextBatch())) {
      await this.#store.add(this.#batch)
      this.#batch = null
    }
  }

  #nextBatch(): VisitBatch | null {
    for (let tally = this.#tallies[0]; tally; tally = this.#tallies[0]) {
      this.#parts ??= tally.parts()
      const part = this.#parts.next()
      if (!part.done)
        return { ...part.value, writer: this.#writer, number: ++this.#number, sentAt: this.#now() }
      this.#parts = null
      this.#tallies.shift()
      this.#onWritten(tally)
    }
    return null
  }
}
