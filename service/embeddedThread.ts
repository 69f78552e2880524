import { parentPort, workerData } from 'node:worker_threads'
import { startEmbedded } from './embedded.ts'
import type { EmbeddedOptions, EmbeddedService } from './embedded.ts'

/** Requests to the running service. `stop` is always the last one. */
export type EmbeddedWork = Pick<EmbeddedService, 'createProject' | 'rotateKey' | 'stop'>

export interface ThreadRequest {
  id: number
  operation: keyof EmbeddedWork
  input: string[]
}

/**
 * Sent by the thread: first the service's address or start error, then the result of the request with this
 * number.
 */
export type ThreadMessage =
  | { origin: string }
  | { startFailure: Failure }
  | { id: number; result: unknown }
  | { id: number; failure: Failure }

/** An error sent between threads. Structured cloning would drop the system's error code. */
export interface Failure {
  error: Error
  code: string | undefined
}

const postMessage = (message: ThreadMessage) => parentPort?.postMessage(message)

try {
  const service = await startEmbedded(workerData as EmbeddedOptions)
  parentPort?.on('message', (request: ThreadRequest) => void handleRequest(service, request))
  postMessage({ origin: service.origin })
} catch (error) {
  postMessage({ startFailure: toFailure(error) })
}

async function handleRequest(
  service: EmbeddedService,
  { id, operation, input }: ThreadRequest,
): Promise<void> {
  try {
    const run = service[operation] as (...input: string[]) => Promise<unknown>
    postMessage({ id, result: await run(...input) })
  } catch (error) {
    postMessage({ id, failure: toFailure(error) })
  }
  // After this, nothing keeps the thread alive.
  if (operation === 'stop') parentPort?.close()
}

function toFailure(error: unknown): Failure {
  const failure = error instanceof Error ? error : new Error(String(error))
  return {
    error: failure,
    code: 'code' in failure && typeof failure.code === 'string' ? failure.code : undefined,
  }
}
