import { parentPort } from 'node:worker_threads'
import { toFailure } from './errors.ts'
import type { FromThread, ToThread } from './thread.ts'

/** The operations of a thread. */
export interface ThreadWork<Input, Output> {
  handle: (input: Input) => Output | Promise<Output>
  /** Releases all resources at the end. */
  close: () => void | Promise<void>
}

/** The thread's side of `Thread`: opens the work with the first message, then runs it for each request. */
export function serveThread<Input, Output>(open: (data: unknown) => ThreadWork<Input, Output>): void {
  let work: ThreadWork<Input, Output> | null = null
  parentPort?.on('message', (message: ToThread<unknown, Input>) => {
    if (message === 'close') void closeThread(work)
    else if ('open' in message) work = open(message.open)
    else if (work) void handleRequest(work, message.id, message.input)
  })
}

async function handleRequest<Input, Output>(
  work: ThreadWork<Input, Output>,
  id: number,
  input: Input,
): Promise<void> {
  let message: FromThread<Output>
  try {
    message = { id, output: await work.handle(input) }
  } catch (error) {
    message = { id, failure: toFailure(error) }
  }
  parentPort?.postMessage(message)
}

async function closeThread(work: Pick<ThreadWork<never, never>, 'close'> | null): Promise<void> {
  await work?.close()
  parentPort?.close()
}
