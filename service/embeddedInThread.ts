import { Worker } from 'node:worker_threads'
import type { EmbeddedOptions, EmbeddedService } from './embedded.ts'
import type { EmbeddedWork, Failure, ThreadMessage, ThreadRequest } from './embeddedThread.ts'

const threadUrl = new URL('./embeddedThread.ts', import.meta.url)

/** Maximum time to stop the service, in milliseconds. Longer than the service gives running requests. */
const maxStopMs = 15_000

export interface ThreadOptions extends EmbeddedOptions {
  /** Called once if the running service exits unexpectedly, with the reason. */
  onLost: (reason: Error) => void
}

/**
 * Starts the service on 127.0.0.1 in its own thread, so that it doesn't block the app. Rejects with `code:
 * 'EADDRINUSE'` if another program uses the port.
 */
export async function startEmbeddedInThread({ onLost, ...options }: ThreadOptions): Promise<EmbeddedService> {
  const { origin, request, exitReason, terminate } = await startThread(options)
  let isStopping = false
  void exitReason.then((reason) => isStopping || onLost(reason))
  return {
    origin,
    createProject: (name) => request('createProject', name),
    rotateKey: (project) => request('rotateKey', project),
    stop: async () => {
      isStopping = true
      const stopTimer = setTimeout(terminate, maxStopMs)
      try {
        await Promise.race([request('stop'), exitReason])
      } finally {
        await exitReason
        clearTimeout(stopTimer)
      }
    },
  }
}

interface Thread {
  /** Resolves to the address on which the service in this thread listens. */
  origin: string
  /** Rejects with the operation's error, or with the exit reason if the thread exits before it responds. */
  request: <N extends keyof EmbeddedWork>(
    operation: N,
    ...input: Parameters<EmbeddedWork[N]>
  ) => ReturnType<EmbeddedWork[N]>
  exitReason: Promise<Error>
  terminate: () => void
}

interface PendingRequest {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

async function startThread(options: EmbeddedOptions): Promise<Thread> {
  const worker = new Worker(threadUrl, { name: 'service', workerData: options })
  const terminate = () => void worker.terminate()
  const pendingRequests = new Map<number, PendingRequest>()
  const start = Promise.withResolvers<string>()
  worker.on('message', (message: ThreadMessage) => {
    if ('origin' in message) start.resolve(message.origin)
    else if ('startFailure' in message) start.reject(toError(message.startFailure))
    else settleRequest(pendingRequests, message)
  })
  // Without this, a message that can't be deserialized would leave its request pending forever.
  worker.on('messageerror', terminate)
  const exitReason = waitForExit(worker)
  const exitRejection = exitReason.then((reason) => Promise.reject(reason))
  let lastId = 0
  const sendRequest = (operation: keyof EmbeddedWork, input: string[]) =>
    new Promise<unknown>((resolve, reject) => {
      pendingRequests.set(++lastId, { resolve, reject })
      worker.postMessage({ id: lastId, operation, input } satisfies ThreadRequest)
    })
  const request = (operation: keyof EmbeddedWork, ...input: string[]) =>
    Promise.race([sendRequest(operation, input), exitRejection])
  try {
    return {
      origin: await Promise.race([start.promise, exitRejection]),
      request: request as Thread['request'],
      exitReason,
      terminate,
    }
  } catch (error) {
    // Clean up after a failed start.
    await exitReason
    throw error
  }
}

/** Resolves when the thread has exited and released its resources. The exit reason is known earlier. */
function waitForExit(worker: Worker): Promise<Error> {
  return new Promise((resolve) => {
    let reason = new Error('The service thread exited unexpectedly.')
    worker.on('error', (error) => (reason = error as Error))
    worker.on('exit', () => resolve(reason))
  })
}

function settleRequest(
  pendingRequests: Map<number, PendingRequest>,
  message: Extract<ThreadMessage, { id: number }>,
): void {
  const request = pendingRequests.get(message.id)
  pendingRequests.delete(message.id)
  if ('result' in message) request?.resolve(message.result)
  else request?.reject(toError(message.failure))
}

function toError({ error, code }: Failure): Error {
  return Object.assign(error, code === undefined ? {} : { code })
}
