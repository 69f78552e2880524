import type { Worker } from 'node:worker_threads'
import { LibraryInterrupted } from '../../folder/storageProblem.ts'
import { errorOf } from './failure.ts'
import type { FromThread, Names, Operations, Question, RemoteSubjects, ToThread } from './messages.ts'

interface Asked {
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

interface Starting<Greeting> {
  worker: Worker
  ready: Promise<{ greeting: Greeting; names: Names }>
}

interface Parts<Greeting> {
  /** Starts a file that ends in `answerQuestions`. */
  start: () => Worker
  /** What the thread is to open; asked for again after the thread was lost. */
  data: (again: boolean) => unknown
  /** Hears what the thread says when it was started again. */
  onRestart: (greeting: Greeting) => void
}

/** A thread that works for this one. One that was lost is started anew when it is next asked. */
export interface Thread<Greeting, O extends Operations> {
  greeting: Greeting
  /** Every operation of the thread, as a function that asks for it. Rejects as the work does, and with `LibraryInterrupted` when the thread was lost. */
  operations: RemoteSubjects<O>
  /** Ends the thread when everything is answered that was asked. */
  close: () => Promise<void>
}

/** Starts a thread. Rejects with what it met on its way. */
export async function startThread<Greeting, O extends Operations>(
  parts: Parts<Greeting>,
): Promise<Thread<Greeting, O>> {
  const asked = new Map<number, Asked>()
  let current: Starting<Greeting> | null = null
  let count = 0
  let closed = false

  const lost = (starting: Starting<Greeting>) => {
    if (current !== starting) return
    current = null
    const left = [...asked.values()]
    asked.clear()
    for (const { reject } of left) reject(new LibraryInterrupted('The thread of the library ended.'))
  }
  const start = (again: boolean): Starting<Greeting> => {
    const worker = parts.start()
    const ready = greetingOf(worker) as Starting<Greeting>['ready']
    worker.postMessage({ open: parts.data(again) } satisfies ToThread)
    const starting = { worker, ready }
    worker.on('message', (message: FromThread<Greeting>) => settle(asked, message))
    // An answer that cannot be read would be waited for without end.
    worker.on('messageerror', () => void worker.terminate())
    worker.on('error', () => lost(starting))
    worker.on('exit', () => lost(starting))
    return starting
  }
  const running = async (): Promise<Worker> => {
    if (closed) throw new LibraryInterrupted('The library is closed.')
    if (!current) {
      current = start(true)
      parts.onRestart((await current.ready).greeting)
    }
    return current.worker
  }
  const tell = (worker: Worker, message: Question) =>
    new Promise<unknown>((resolve, reject) => {
      asked.set(message.id, { resolve, reject })
      worker.postMessage(message)
    })
  const ask = async (subject: string, operation: string, input: unknown[]) =>
    tell(await running(), { id: ++count, subject, operation, input })

  current = start(false)
  const { greeting, names } = await current.ready
  return {
    greeting,
    operations: operationsOf(names, ask) as RemoteSubjects<O>,
    close: async () => {
      closed = true
      const worker = current?.worker
      if (!worker) return
      const exited = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close' satisfies ToThread)
      await exited
    },
  }
}

/** The first thing that a thread says: that it is there, or why not. */
function greetingOf(worker: Worker): Starting<unknown>['ready'] {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromThread<unknown>) => {
      if ('ready' in message) resolve({ greeting: message.ready, names: message.names })
      if ('refused' in message) reject(errorOf(message.refused))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new LibraryInterrupted('The thread of the library ended at its start.')))
  })
}

function settle(asked: Map<number, Asked>, message: FromThread<unknown>): void {
  if (!('id' in message)) return
  const question = asked.get(message.id)
  asked.delete(message.id)
  if ('answer' in message) question?.resolve(message.answer)
  else question?.reject(errorOf(message.failure))
}

type Ask = (subject: string, operation: string, input: unknown[]) => Promise<unknown>

function operationsOf(names: Names, ask: Ask) {
  const asking = (subject: string, operation: string) => [
    operation,
    (...input: unknown[]) => ask(subject, operation, input),
  ]
  const subjects = Object.entries(names).map(([subject, operations]) => [
    subject,
    Object.fromEntries(operations.map((operation) => asking(subject, operation))) as unknown,
  ])
  return Object.fromEntries(subjects) as unknown
}
