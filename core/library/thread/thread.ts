import type { Worker } from 'node:worker_threads'
import { LibraryInterruptedError } from '../../folder/storageProblem.ts'
import { toError } from './failure.ts'
import type {
  FromThread,
  OperationNames,
  Operations,
  ThreadRequest,
  RemoteSubjects,
  ToThread,
} from './messages.ts'

interface PendingRequest {
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

interface StartingThread<Greeting> {
  worker: Worker
  ready: Promise<{ greeting: Greeting; names: OperationNames }>
}

interface Parts<Greeting> {
  /** Starts a file that calls `serveThread`. */
  start: () => Worker
  /** Returns the data that the thread opens. Called again for each restart. */
  data: (isRestart: boolean) => unknown
  /** Called with the greeting of a restarted thread. */
  onRestart: (greeting: Greeting) => void
  onEvent?: (event: string) => void
}

/** A worker thread. If it exits, the next request starts it again. */
export interface Thread<Greeting, O extends Operations> {
  greeting: Greeting
  /**
   * All operations of the thread as functions. They reject like the operation, or with
   * `LibraryInterruptedError` if the thread exited.
   */
  operations: RemoteSubjects<O>
  /** Ends the thread after all requests have been answered. */
  close: () => Promise<void>
}

/** Starts a thread. Rejects with the thread's error. */
export async function startThread<Greeting, O extends Operations>(
  parts: Parts<Greeting>,
): Promise<Thread<Greeting, O>> {
  const pending = new Map<number, PendingRequest>()
  let current: StartingThread<Greeting> | null = null
  let requestCount = 0
  let closed = false

  const handleExit = (starting: StartingThread<Greeting>) => {
    if (current !== starting) return
    current = null
    const abandoned = [...pending.values()]
    pending.clear()
    for (const { reject } of abandoned) reject(new LibraryInterruptedError('The library’s thread exited.'))
  }
  const start = (isRestart: boolean): StartingThread<Greeting> => {
    const worker = parts.start()
    const ready = waitForGreeting(worker) as StartingThread<Greeting>['ready']
    worker.postMessage({ open: parts.data(isRestart) } satisfies ToThread)
    const starting = { worker, ready }
    worker.on('message', (message: FromThread<Greeting>) => {
      if ('event' in message) parts.onEvent?.(message.event)
      else settleRequest(pending, message)
    })
    // A request whose reply can't be deserialized would never settle.
    worker.on('messageerror', () => void worker.terminate())
    worker.on('error', () => handleExit(starting))
    worker.on('exit', () => handleExit(starting))
    return starting
  }
  const getWorker = async (): Promise<Worker> => {
    if (closed) throw new LibraryInterruptedError('The library is closed.')
    if (!current) {
      current = start(true)
      parts.onRestart((await current.ready).greeting)
    }
    return current.worker
  }
  const sendRequest = (worker: Worker, message: ThreadRequest) =>
    new Promise<unknown>((resolve, reject) => {
      pending.set(message.id, { resolve, reject })
      worker.postMessage(message)
    })
  const send = async (subject: string, operation: string, input: unknown[]) =>
    sendRequest(await getWorker(), { id: ++requestCount, subject, operation, input })

  current = start(false)
  const { greeting, names } = await current.ready
  return {
    greeting,
    operations: createOperations(names, send) as RemoteSubjects<O>,
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

/** Waits for the thread's first message, which reports whether it started. */
function waitForGreeting(worker: Worker): StartingThread<unknown>['ready'] {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromThread<unknown>) => {
      if ('ready' in message) resolve({ greeting: message.ready, names: message.names })
      if ('refused' in message) reject(toError(message.refused))
    })
    worker.once('error', reject)
    worker.once('exit', () =>
      reject(new LibraryInterruptedError('The library’s thread exited during startup.')),
    )
  })
}

function settleRequest(pending: Map<number, PendingRequest>, message: FromThread<unknown>): void {
  if (!('id' in message)) return
  const request = pending.get(message.id)
  pending.delete(message.id)
  if ('answer' in message) request?.resolve(message.answer)
  else request?.reject(toError(message.failure))
}

type SendRequest = (subject: string, operation: string, input: unknown[]) => Promise<unknown>

function createOperations(names: OperationNames, send: SendRequest) {
  const createOperation = (subject: string, operation: string) => [
    operation,
    (...input: unknown[]) => send(subject, operation, input),
  ]
  const subjects = Object.entries(names).map(([subject, operations]) => [
    subject,
    Object.fromEntries(operations.map((operation) => createOperation(subject, operation))) as unknown,
  ])
  return Object.fromEntries(subjects) as unknown
}
