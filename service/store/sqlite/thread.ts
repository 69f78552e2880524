import { Worker } from 'node:worker_threads'
import { StoreUnavailableError } from '../storeErrors.ts'
import { toError } from './errors.ts'
import type { Failure } from './errors.ts'

/** To a thread: a request, or the request to exit. */
export type ToThread<Question> = { id: number; question: Question } | 'close'

/** From a thread: the result of the request with this number. */
export type FromThread<Answer> = { id: number } & ({ answer: Answer } | { failure: Failure })

interface PendingRequest<Answer> {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/**
 * A worker thread, started at the first request and restarted if it exits. Its file ends with `serveThread`.
 */
export class Thread<Question, Answer> {
  readonly #entry: URL
  readonly #data: unknown
  readonly #asked = new Map<number, PendingRequest<Answer>>()
  #worker: Worker | null = null
  #count = 0

  /** `data` becomes the thread's `workerData`. */
  constructor(entry: URL, data: unknown) {
    this.#entry = entry
    this.#data = data
  }

  /**
   * Rejects with the work's error, or with `StoreUnavailableError` if the thread exited. In that case its effect is
   * unknown.
   */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = ++this.#count
      this.#asked.set(id, { resolve, reject })
      this.#tell({ id, question })
    })
  }

  /** Stops the thread. Call it when all requests have been answered. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    // Errors on the way don't matter here: only the exit is awaited.
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    this.#tell('close')
    await exited
  }

  #tell(message: ToThread<Question>): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(message)
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { workerData: this.#data })
    worker.on('message', (message: FromThread<Answer>) => this.#settle(message))
    // Without this, an answer that can't be deserialized would leave its request pending forever.
    worker.on('messageerror', () => void worker.terminate())
    worker.on('error', (error) => this.#lost(worker, error as Error))
    worker.on('exit', () => this.#lost(worker, new Error('The database thread exited unexpectedly.')))
    return worker
  }

  #settle(message: FromThread<Answer>): void {
    const asked = this.#asked.get(message.id)
    this.#asked.delete(message.id)
    if ('answer' in message) asked?.resolve(message.answer)
    else asked?.reject(toError(message.failure))
  }

  #lost(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const { reject } of asked) reject(new StoreUnavailableError(cause.message, { cause }))
  }
}
