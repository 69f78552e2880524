import type { Worker } from 'node:worker_threads'
import { toError, type ErrorClasses } from './failure.ts'
import type {
  FromThread,
  OperationNames,
  Operations,
  RemoteSubjects,
  ThreadRequest,
  ToThread,
} from './messages.ts'

interface PendingRequest {
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

interface Opened<Greeting> {
  greeting: Greeting
  names: OperationNames
}

interface StartedThread<Greeting> {
  worker: Worker
  /** Rejects with the thread's error if it refused to open. */
  opened: Promise<Opened<Greeting>>
  exited: Promise<void>
}

interface Parts<Greeting> {
  /** For messages of errors. */
  name: string
  /** Starts a file that calls `serveThread`. */
  start: () => Worker
  /** Returns the data that the thread opens. Called again for each restart. */
  data: (isRestart: boolean) => unknown
  /** The classes that errors of the thread keep. */
  errors: ErrorClasses
  /** Returns the error of requests that can't be answered because the thread exited or is closed. */
  exitError: (reason: Error) => Error
  /** Called with the greeting of a restarted thread. */
  onRestart?: (greeting: Greeting) => void
  onEvent?: (event: string) => void
  /** Called when the thread has exited. */
  onExit?: (reason: Error) => void
}

/** A worker thread, started by the first request. If it exits, the next request starts it again. */
export interface Thread<Greeting, O extends Operations> {
  /**
   * Starts the thread. Returns its greeting and all its operations as functions. Rejects with the thread's error if it
   * refuses to open.
   */
  open: () => Promise<{ greeting: Greeting; operations: RemoteSubjects<O> }>
  /** Runs one operation. Rejects like the operation, or with `exitError` if the thread exited: its effect is then unknown. */
  request: <S extends keyof O & string, N extends keyof O[S] & string>(
    subject: S,
    operation: N,
    ...input: Parameters<O[S][N]>
  ) => Promise<Awaited<ReturnType<O[S][N]>>>
  /** Ends the thread after all requests have been answered. */
  close: () => Promise<void>
  /** Ends the thread at once. */
  terminate: () => void
}

/** Describes a thread without starting it. */
export function createThread<Greeting, O extends Operations>(parts: Parts<Greeting>): Thread<Greeting, O> {
  const { errors, exitError } = parts
  const pending = new Map<number, PendingRequest>()
  let current: StartedThread<Greeting> | null = null
  let startCount = 0
  let requestCount = 0
  let isClosed = false

  const handleExit = (reason: Error) => {
    current = null
    const abandoned = [...pending.values()]
    pending.clear()
    for (const { reject } of abandoned) reject(exitError(reason))
    parts.onExit?.(reason)
  }
  const handleMessage = (message: FromThread<Greeting>) => {
    if ('event' in message) parts.onEvent?.(message.event)
    else if ('id' in message) settleRequest(pending, message, errors)
  }
  const start = () => startThread(parts, { isRestart: startCount++ > 0, handleMessage, handleExit })
  const send = async (subject: string, operation: string, input: unknown[]): Promise<unknown> => {
    if (isClosed) throw exitError(new Error(`The ${parts.name} thread is closed.`))
    const started = (current ??= start())
    await started.opened
    if (current !== started) return send(subject, operation, input)
    return new Promise<unknown>((resolve, reject) => {
      const id = ++requestCount
      pending.set(id, { resolve, reject })
      started.worker.postMessage({ id, subject, operation, input } satisfies ThreadRequest)
    })
  }
  return {
    open: async () => {
      const { greeting, names } = await (current ??= start()).opened
      return { greeting, operations: createOperations(names, send) as RemoteSubjects<O> }
    },
    request: ((subject: string, operation: string, ...input: unknown[]) =>
      send(subject, operation, input)) as Thread<Greeting, O>['request'],
    close: async () => {
      isClosed = true
      if (!current) return
      const { worker, opened, exited } = current
      // Requests that wait for the thread are sent first.
      await opened.catch(() => undefined)
      worker.postMessage('close' satisfies ToThread)
      await exited
    },
    terminate: () => void current?.worker.terminate(),
  }
}

interface StartOptions<Greeting> {
  isRestart: boolean
  handleMessage: (message: FromThread<Greeting>) => void
  handleExit: (reason: Error) => void
}

function startThread<Greeting>(
  parts: Parts<Greeting>,
  { isRestart, handleMessage, handleExit }: StartOptions<Greeting>,
): StartedThread<Greeting> {
  const worker = parts.start()
  let exitReason = new Error(`The ${parts.name} thread exited unexpectedly.`)
  const opened = Promise.withResolvers<Opened<Greeting>>()
  // Requests that wait for it report its rejection.
  opened.promise.catch(() => undefined)
  worker.postMessage({ open: parts.data(isRestart) } satisfies ToThread)
  worker.on('message', (message: FromThread<Greeting>) => {
    if ('ready' in message) {
      if (isRestart) parts.onRestart?.(message.ready)
      opened.resolve({ greeting: message.ready, names: message.names })
    } else if ('refused' in message) opened.reject(toError(message.refused, parts.errors))
    else handleMessage(message)
  })
  // A request whose reply can't be deserialized would never settle.
  worker.on('messageerror', () => void worker.terminate())
  worker.on('error', (error) => (exitReason = error as Error))
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      opened.reject(parts.exitError(exitReason))
      handleExit(exitReason)
      resolve()
    })
  })
  return { worker, opened: opened.promise, exited }
}

function settleRequest(
  pending: Map<number, PendingRequest>,
  message: Extract<FromThread<unknown>, { id: number }>,
  errors: ErrorClasses,
): void {
  const request = pending.get(message.id)
  pending.delete(message.id)
  if ('answer' in message) request?.resolve(message.answer)
  else request?.reject(toError(message.failure, errors))
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
