import { Batcher } from '../batcher.ts'
import type { StoreLoad } from '../store.ts'
import type { VisitBatch } from '../visits.ts'
import { toError } from './errors.ts'
import { Thread } from './thread.ts'
import type { Write, WriterData, WriteResult } from './writer.ts'

/** Hands writes to the writer thread, those that wait together for one commit. */
export class WriteBatcher {
  readonly #writer: Thread<Write[] | VisitBatch, WriteResult[]>
  // SQLite writes one transaction at a time; what waits meanwhile shares the next.
  readonly #waiting = new Batcher<Write, WriteResult>(1, (writes) => this.#writer.ask(writes))

  constructor(entry: URL, data: WriterData) {
    this.#writer = new Thread(entry, data)
  }

  /** What came of a write, after the commit. */
  run(write: Write): Promise<WriteResult> {
    return this.#waiting.run(write)
  }

  /** How much waits for the thread. */
  load(): StoreLoad {
    return { creates: this.#waiting.accepted, pool: null }
  }

  /** Adds visits in a transaction of their own. */
  async add(batch: VisitBatch): Promise<WriteResult | undefined> {
    const [written] = await this.#writer.ask(batch)
    return written
  }

  async close(): Promise<void> {
    await this.#waiting.drained()
    await this.#writer.close()
  }
}

/** The number of changed rows. Throws why there are none. */
export function changedRows(written: WriteResult = 0): number {
  if (typeof written !== 'number') throw toError(written)
  return written
}
