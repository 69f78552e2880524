import { Batcher } from '../batcher.ts'
import type { StoreLoad } from '../store.ts'
import type { VisitBatch } from '../visits.ts'
import { errorOf } from './faults.ts'
import { Thread } from './thread.ts'
import type { Write, WriterData, Written } from './writer.ts'

/** Hands writes to the writer thread, those that wait together for one commit. */
export class Writes {
  readonly #writer: Thread<Write[] | VisitBatch, Written[]>
  // SQLite writes one transaction at a time; what waits meanwhile shares the next.
  readonly #waiting = new Batcher<Write, Written>(1, (writes) => this.#writer.ask(writes))

  constructor(entry: URL, data: WriterData) {
    this.#writer = new Thread(entry, data)
  }

  /** What came of a write, after the commit. */
  run(write: Write): Promise<Written> {
    return this.#waiting.run(write)
  }

  /** How much waits for the thread. */
  load(): StoreLoad {
    return { creates: this.#waiting.accepted, pool: null }
  }

  /** Adds visits in a transaction of their own. */
  async add(batch: VisitBatch): Promise<Written | undefined> {
    const [written] = await this.#writer.ask(batch)
    return written
  }

  async close(): Promise<void> {
    await this.#waiting.drained()
    await this.#writer.close()
  }
}

/** The number of changed rows. Throws why there are none. */
export function changedBy(written: Written = 0): number {
  if (typeof written !== 'number') throw errorOf(written)
  return written
}
