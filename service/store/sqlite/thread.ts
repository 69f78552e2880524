import { Worker } from 'node:worker_threads'
import { StoreUnavailableError } from '../storeErrors.ts'
import { toError } from './errors.ts'
import type { Failure } from './errors.ts'

/** To a thread: first the data to open, then requests, finally the request to exit. */
export type ToThread<Data, Input> = { open: Data } | { id: number; input: Input } | 'close'

/** From a thread: the result of the request with this number. */
export type FromThread<Output> = { id: number } & ({ output: Output } | { failure: Failure })

interface PendingRequest<Output> {
  resolve: (output: Output) => void
  reject: (error: Error) => void
}

/**
 * A worker thread, started at the first request and restarted if it exits. Its file ends with `serveThread`.
 */
export class Thread<Data, Input, Output> {
  readonly #entry: URL
  readonly #data: Data
  readonly #pending = new Map<number, PendingRequest<Output>>()
  #worker: Worker | null = null
  #lastId = 0

  /** `data` is passed to what the thread opens. */
  constructor(entry: URL, data: Data) {
    this.#entry = entry
    this.#data = data
  }

  /**
   * Rejects with the work's error, or with `StoreUnavailableError` if the thread exited. In that case its effect is
   * unknown.
   */
  request(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#pending.set(id, { resolve, reject })
      this.#post({ id, input })
    })
  }

  /** Stops the thread. Call it when all requests have been answered. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    // Errors on the way don't matter here: only the exit is awaited.
    const exit = new Promise((resolve) => worker.once('exit', resolve))
    this.#post('close')
    await exit
  }

  #post(message: ToThread<Data, Input>): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(message)
  }

  #start(): Worker {
    const worker = new Worker(this.#entry)
    worker.postMessage({ open: this.#data } satisfies ToThread<Data, Input>)
    worker.on('message', (message: FromThread<Output>) => this.#settle(message))
    // Without this, an output that can't be deserialized would leave its request pending forever.
    worker.on('messageerror', () => void worker.terminate())
    worker.on('error', (error) => this.#rejectPending(worker, error as Error))
    worker.on('exit', () =>
      this.#rejectPending(worker, new Error('The database thread exited unexpectedly.')),
    )
    return worker
  }

  #settle(message: FromThread<Output>): void {
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if ('output' in message) pending?.resolve(message.output)
    else pending?.reject(toError(message.failure))
  }

  #rejectPending(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of pending) reject(new StoreUnavailableError(cause.message, { cause }))
  }
}
