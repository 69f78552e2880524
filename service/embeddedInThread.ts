import { Worker } from 'node:worker_threads'
import type { EmbeddedOptions, EmbeddedService } from './embedded.ts'
import type { EmbeddedWork, Failure, FromThread, ThreadRequest } from './embeddedThread.ts'

const entry = new URL('./embeddedThread.ts', import.meta.url)

/** Maximum time to stop the service, in milliseconds. Longer than the service gives running requests. */
const stopMs = 15_000

export interface ThreadOptions extends EmbeddedOptions {
  /** Called once if the running service exits unexpectedly, with the reason. */
  onLost: (why: Error) => void
}

/**
 * Starts the service on 127.0.0.1 in its own thread, so that it doesn't block the app. Rejects with `code:
 * 'EADDRINUSE'` if another program uses the port.
 */
export async function startEmbeddedInThread({ onLost, ...options }: ThreadOptions): Promise<EmbeddedService> {
  const { origin, request, ended, terminate } = await startThread(options)
  let isStopping = false
  void ended.then((why) => isStopping || onLost(why))
  return {
    origin,
    createProject: (name) => request('createProject', name),
    rotateKey: (project) => request('rotateKey', project),
    stop: async () => {
      isStopping = true
      const late = setTimeout(terminate, stopMs)
      try {
        await Promise.race([request('stop'), ended])
      } finally {
        await ended
        clearTimeout(late)
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
  ended: Promise<Error>
  terminate: () => void
}

interface PendingRequest {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

async function startThread(options: EmbeddedOptions): Promise<Thread> {
  const worker = new Worker(entry, { name: 'service', workerData: options })
  const terminate = () => void worker.terminate()
  const pending = new Map<number, PendingRequest>()
  const started = Promise.withResolvers<string>()
  worker.on('message', (message: FromThread) => {
    if ('origin' in message) started.resolve(message.origin)
    else if ('refused' in message) started.reject(toError(message.refused))
    else settleRequest(pending, message)
  })
  // Without this, a message that can't be deserialized would leave its request pending forever.
  worker.on('messageerror', terminate)
  const ended = waitForExit(worker)
  const lost = ended.then((why) => Promise.reject(why))
  let count = 0
  const sendRequest = (operation: keyof EmbeddedWork, input: string[]) =>
    new Promise<unknown>((resolve, reject) => {
      pending.set(++count, { resolve, reject })
      worker.postMessage({ id: count, operation, input } satisfies ThreadRequest)
    })
  const request = (operation: keyof EmbeddedWork, ...input: string[]) =>
    Promise.race([sendRequest(operation, input), lost])
  try {
    return {
      origin: await Promise.race([started.promise, lost]),
      request: request as Thread['request'],
      ended,
      terminate,
    }
  } catch (error) {
    // Clean up after a failed start.
    await ended
    throw error
  }
}

/** Resolves when the thread has exited and released its resources. The exit reason is known earlier. */
function waitForExit(worker: Worker): Promise<Error> {
  return new Promise((resolve) => {
    let why = new Error('The service thread exited unexpectedly.')
    worker.on('error', (error) => (why = error as Error))
    worker.on('exit', () => resolve(why))
  })
}

function settleRequest(
  pending: Map<number, PendingRequest>,
  message: Extract<FromThread, { id: number }>,
): void {
  const request = pending.get(message.id)
  pending.delete(message.id)
  if ('result' in message) request?.resolve(message.result)
  else request?.reject(toError(message.failure))
}

function toError({ error, code }: Failure): Error {
  return Object.assign(error, code === undefined ? {} : { code })
}
