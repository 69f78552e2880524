import { parentPort } from 'node:worker_threads'
import { toFailure } from './failure.ts'
import type { FromThread, OperationNames, Operations, ThreadRequest, ToThread } from './messages.ts'

interface ServedThread<Greeting, O extends Operations> {
  greeting: Greeting
  operations: O
  /** Wraps each operation. By default, operations are called directly. */
  wrap?: (subject: string, operation: () => unknown) => unknown
  /** Releases all resources when the thread ends. */
  close: () => void
}

type Operation = (...input: unknown[]) => unknown

/** The worker side of `startThread`: calls `open` once, then runs the requested operations. `emit` sends an event to `onEvent`. */
export function serveThread<Greeting, O extends Operations>(
  open: (data: unknown, emit: (event: string) => void) => ServedThread<Greeting, O>,
): void {
  const send = (message: FromThread<Greeting>) => parentPort?.postMessage(message)
  let thread: ServedThread<Greeting, O> | null = null
  const running = new Set<Promise<void>>()
  const closeThread = async () => {
    await Promise.allSettled(running)
    thread?.close()
    parentPort?.close()
  }
  const openThread = (data: unknown) => {
    try {
      thread = open(data, (event) => send({ event }))
      send({ ready: thread.greeting, names: operationNames(thread.operations) })
    } catch (error) {
      send({ refused: toFailure(error) })
      parentPort?.close()
    }
  }
  parentPort?.on('message', (message: ToThread) => {
    if (message === 'close') void closeThread()
    else if ('open' in message) openThread(message.open)
    else if (thread) {
      const work = answerRequest(thread, message, send).finally(() => running.delete(work))
      running.add(work)
    }
  })
}

/**
 * Runs synchronously up to the operation's first `await`, so that later requests see the effects of earlier
 * ones.
 */
async function answerRequest(
  { operations, wrap }: Pick<ServedThread<never, Operations>, 'operations' | 'wrap'>,
  { id, subject, operation, input }: ThreadRequest,
  send: (message: FromThread<never>) => void,
): Promise<void> {
  try {
    const work = operations[subject]?.[operation] as Operation
    const run = () => work(...input)
    send({ id, answer: await (wrap ? wrap(subject, run) : run()) })
  } catch (error) {
    send({ id, failure: toFailure(error) })
  }
}

function operationNames(operations: Operations): OperationNames {
  return Object.fromEntries(
    Object.entries(operations).map(([subject, members]) => [subject, Object.keys(members)]),
  )
}
