import { randomBytes } from 'node:crypto'
import type { VisitBatch, VisitStore } from '../store/visits.ts'
import { totalVisits } from './tally.ts'
import type { Tally } from './tally.ts'

/** What was counted, on its way into the database: one batch after the other, each again until it is stored. */
export class BatchQueue {
  readonly #store: VisitStore
  readonly #now: () => number
  readonly #onWritten: (tally: Tally) => void
  /** By which the database knows a batch that it has already. It says nothing but which process counted. */
  readonly #writer = randomBytes(12).toString('hex')
  #number = 0
  #tallies: Tally[] = []
  #parts: ReturnType<Tally['parts']> | null = null
  /** Whether it was stored may be unknown: only under its own number can it be sent again. */
  #batch: VisitBatch | null = null

  /** `onWritten` is told of each tally of which nothing is needed any more. */
  constructor(store: VisitStore, now: () => number, onWritten: (tally: Tally) => void) {
    this.#store = store
    this.#now = now
    this.#onWritten = onWritten
  }

  /** How many links it tells of, each hour by itself. */
  get links(): number {
    return this.#tallies.reduce((sum, { size }) => sum + size, 0)
  }

  /** How many visits are not known to be stored. To be asked when nothing more will be written. */
  get visits(): number {
    const [, ...whole] = this.#tallies
    let sum = whole.reduce((before, { visits }) => before + visits, 0)
    if (this.#batch) sum += totalVisits(this.#batch.counts)
    for (const { counts } of this.#parts ?? []) sum += totalVisits(counts)
    return sum
  }

  /** Takes over what is complete, when it has nothing itself. */
  take(tallies: Tally[]): void {
    this.#tallies = tallies
  }

  /** Writes all of it. Rejects with what stands in the way. */
  async write(): Promise<void> {
    while ((this.#batch ??= this.#next())) {
      await this.#store.add(this.#batch)
      this.#batch = null
    }
  }

  #next(): VisitBatch | null {
    for (let tally = this.#tallies[0]; tally; tally = this.#tallies[0]) {
      this.#parts ??= tally.parts()
      const part = this.#parts.next()
      if (!part.done) return { ...part.value, writer: this.#writer, number: ++this.#number, at: this.#now() }
      this.#parts = null
      this.#tallies.shift()
      this.#onWritten(tally)
    }
    return null
  }
}
