import { parentPort, workerData } from 'node:worker_threads'
import { startEmbedded } from './embedded.ts'
import type { EmbeddedOptions, EmbeddedService } from './embedded.ts'

/** What it can be asked for once the service runs. Its end is asked for last. */
export type EmbeddedWork = Pick<EmbeddedService, 'createProject' | 'rotateKey' | 'stop'>

export interface ThreadRequest {
  id: number
  operation: keyof EmbeddedWork
  input: string[]
}

/** From the thread: first where the service is, or why not; then what came of the question with this number. */
export type FromThread =
  | { origin: string }
  | { refused: Failure }
  | { id: number; answer: unknown }
  | { id: number; failure: Failure }

/** An error on its way from one thread to another, where it would lose the system's code. */
export interface Failure {
  error: Error
  code: string | undefined
}

const postMessage = (message: FromThread) => parentPort?.postMessage(message)

try {
  const service = await startEmbedded(workerData as EmbeddedOptions)
  parentPort?.on('message', (question: ThreadRequest) => void handleRequest(service, question))
  postMessage({ origin: service.origin })
} catch (error) {
  postMessage({ refused: toFailure(error) })
}

async function handleRequest(
  service: EmbeddedService,
  { id, operation, input }: ThreadRequest,
): Promise<void> {
  try {
    const asked = service[operation] as (...input: string[]) => Promise<unknown>
    postMessage({ id, answer: await asked(...input) })
  } catch (error) {
    postMessage({ id, failure: toFailure(error) })
  }
  // Nothing keeps the thread from ending then.
  if (operation === 'stop') parentPort?.close()
}

function toFailure(error: unknown): Failure {
  const said = error instanceof Error ? error : new Error(String(error))
  return { error: said, code: 'code' in said && typeof said.code === 'string' ? said.code : undefined }
}
