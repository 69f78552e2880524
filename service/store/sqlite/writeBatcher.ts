import { Worker } from 'node:worker_threads'
import { toError } from '../../../sqlite/thread/failure.ts'
import { createThread, type Thread } from '../../../sqlite/thread/thread.ts'
import { Batcher } from '../batcher.ts'
import { rejectWrite } from '../schema/schema.ts'
import type { SchemaUse } from '../schema/schemaUse.ts'
import type { StoreLoad } from '../store.ts'
import type { VisitBatch } from '../visits/visits.ts'
import { StoreUnavailableError, storeErrors } from '../storeErrors.ts'
import type { Write, WriterData, WriterOperations, WriteResult } from './writer.ts'

/** Sends writes to the writer thread; waiting ones share a commit. */
export class WriteBatcher {
  readonly #writer: Thread<null, WriterOperations>
  // SQLite runs one write transaction at a time; writes that wait meanwhile share the next one.
  readonly #batcher = new Batcher<Write, WriteResult>(1, (writes) =>
    this.#writer.request('writer', 'write', writes),
  )

  readonly #use: SchemaUse

  constructor(entry: URL, data: WriterData, use: SchemaUse) {
    this.#writer = createThread({
      name: 'database',
      start: () => new Worker(entry),
      data: () => data,
      errors: storeErrors,
      exitError: (reason) => new StoreUnavailableError(reason.message, { cause: reason }),
    })
    this.#use = use
  }

  /** Returns the result of a write, after the commit. */
  run(write: Write): Promise<WriteResult> {
    rejectWrite(this.#use, typeof write[0] === 'string' ? write[0] : 'several statements')
    return this.#batcher.run(write)
  }

  /** Returns the number of writes waiting for the thread. */
  load(): StoreLoad {
    return { creates: this.#batcher.accepted, pool: null }
  }

  /** Adds visits in their own transaction. */
  async add(batch: VisitBatch): Promise<WriteResult | undefined> {
    rejectWrite(this.#use, 'visits')
    const [result] = await this.#writer.request('writer', 'add', batch)
    return result
  }

  async close(): Promise<void> {
    await this.#batcher.waitUntilDrained()
    await this.#writer.close()
  }
}

/** Returns the number of changed rows. Throws the error if the write failed. */
export function changedRows(result: WriteResult = 0): number {
  if (typeof result !== 'number') throw toError(result, storeErrors)
  return result
}
