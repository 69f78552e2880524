import { Worker } from 'node:worker_threads'
import { StoreUnavailableError } from '../storeErrors.ts'
import { toError } from './errors.ts'
import type { Failure } from './errors.ts'

/** To a thread: a question, or the end. */
export type ToThread<Question> = { id: number; question: Question } | 'close'

/** From a thread: what came of the question with this number. */
export type FromThread<Answer> = { id: number } & ({ answer: Answer } | { failure: Failure })

interface PendingRequest<Answer> {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/**
 * A thread that works for this one, started when it is first asked, and anew after it was lost. Its file ends in
 * `serveThread`.
 */
export class Thread<Question, Answer> {
  readonly #entry: URL
  readonly #data: unknown
  readonly #asked = new Map<number, PendingRequest<Answer>>()
  #worker: Worker | null = null
  #count = 0

  /** `data` is what the thread finds as its `workerData`. */
  constructor(entry: URL, data: unknown) {
    this.#entry = entry
    this.#data = data
  }

  /** Rejects as the work does, and with `StoreUnavailableError` when the thread was lost: then nobody knows what was done. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = ++this.#count
      this.#asked.set(id, { resolve, reject })
      this.#tell({ id, question })
    })
  }

  /** Ends the thread. Call it when everything is answered. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    // Whatever it may still say on its way: its end is what is waited for.
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
    // An answer that cannot be read would be waited for without end.
    worker.on('messageerror', () => void worker.terminate())
    worker.on('error', (error) => this.#lost(worker, error as Error))
    worker.on('exit', () => this.#lost(worker, new Error('The thread of the database ended.')))
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
