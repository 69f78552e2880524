import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '../unavailable.ts'
import { storeError } from './faults.ts'
import type { FromWriter, ToWriter, Write, WriterData, Written } from './writerMessages.ts'

/** Writes that may wait for the disk at once. More than this is a disk that has stopped, and memory that would grow. */
const longestQueue = 2_000

/** The file of the writer thread. A bundle has it elsewhere, which is why it can be handed over. */
export const defaultWriterEntry = new URL('./writer.ts', import.meta.url)

interface Waiting {
  write: Write
  resolve: (changes: number) => void
  reject: (error: Error) => void
}

/** Hands writes to the writer thread so that all that wait share one commit. One batch is under way at a time. */
export class GroupCommit {
  readonly #data: WriterData
  readonly #entry: URL
  #worker: Worker | null = null
  #waiting: Waiting[] = []
  #underWay: Waiting[] = []
  #drained: (() => void) | null = null

  constructor(data: WriterData, entry: URL) {
    this.#data = data
    this.#entry = entry
  }

  /** Resolves to the number of changed rows after the commit. Rejects with `StoreUnavailable`, or with a bug. */
  run(sql: string, params: SQLInputValue[]): Promise<number> {
    if (this.#waiting.length >= longestQueue) {
      return Promise.reject(new StoreUnavailable('Too many writes are waiting for the disk.'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write: { sql, params }, resolve, reject })
      if (this.#waiting.length === 1) setImmediate(() => this.#begin())
    })
  }

  /** Waits for what was accepted, then ends the thread. */
  async close(): Promise<void> {
    if (this.#waiting.length > 0 || this.#underWay.length > 0) {
      await new Promise<void>((resolve) => (this.#drained = resolve))
    }
    const worker = this.#worker
    if (!worker) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    this.#tell('close')
    await exited
  }

  /** At the end of a turn of the event loop: the first of many that arrive together shall not have a commit to itself. */
  #begin(): void {
    if (this.#underWay.length === 0) this.#next()
  }

  #next(): void {
    this.#underWay = this.#waiting
    this.#waiting = []
    if (this.#underWay.length > 0) this.#tell({ writes: this.#underWay.map(({ write }) => write) })
    else this.#drained?.()
  }

  #tell(message: ToWriter): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(message)
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { workerData: this.#data })
    worker.on('message', (message: FromWriter) => {
      if (message !== 'ready') this.#settle(message.written)
    })
    worker.on('error', (error) => this.#lost(worker, storeError(error)))
    worker.on('exit', () => this.#lost(worker, new Error('The writer thread ended.')))
    return worker
  }

  #settle(written: Written[]): void {
    const batch = this.#underWay
    this.#next()
    batch.forEach(({ resolve, reject }, index) => {
      const result = written[index] ?? { error: 'The writer thread gave no result.', errcode: null }
      if ('changes' in result) resolve(result.changes)
      else reject(storeError(Object.assign(new Error(result.error), { errcode: result.errcode })))
    })
  }

  /** What was under way is unknown to have been stored; what only waited goes to a new thread. */
  #lost(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    const batch = this.#underWay
    this.#next()
    for (const { reject } of batch) reject(new StoreUnavailable(cause.message, { cause }))
  }
}
