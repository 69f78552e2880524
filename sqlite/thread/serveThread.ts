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

type Open<Greeting, O extends Operations> = (
  data: unknown,
  emit: (event: string) => void,
) => ServedThread<Greeting, O> | Promise<ServedThread<Greeting, O>>

type Operation = (...input: unknown[]) => unknown

/** The worker side of `createThread`: calls `open` once, then runs the requested operations. `emit` sends an event to `onEvent`. */
export function serveThread<Greeting, O extends Operations>(open: Open<Greeting, O>): void {
  const send = (message: FromThread<Greeting>) => parentPort?.postMessage(message)
  let opened: Promise<ServedThread<Greeting, O> | null> = Promise.resolve(null)
  const running = new Set<Promise<void>>()
  const openThread = async (data: unknown) => {
    try {
      const thread = await open(data, (event) => send({ event }))
      send({ ready: thread.greeting, names: operationNames(thread.operations) })
      return thread
    } catch (error) {
      send({ refused: toFailure(error) })
      parentPort?.close()
      return null
    }
  }
  const closeThread = async () => {
    await Promise.allSettled(running)
    const thread = await opened
    thread?.close()
    parentPort?.close()
  }
  /**
   * Runs synchronously up to the operation's first `await`, so that later requests see the effects of earlier
   * ones.
   */
  const answerRequest = async ({ id, subject, operation, input }: ThreadRequest) => {
    const thread = await opened
    if (!thread) return
    try {
      const work = thread.operations[subject]?.[operation] as Operation
      const run = () => work(...input)
      send({ id, answer: await (thread.wrap ? thread.wrap(subject, run) : run()) })
    } catch (error) {
      send({ id, failure: toFailure(error) })
    }
  }
  parentPort?.on('message', (message: ToThread) => {
    if (message === 'close') void closeThread()
    else if ('open' in message) opened = openThread(message.open)
    else {
      const work = answerRequest(message).finally(() => running.delete(work))
      running.add(work)
    }
  })
}

function operationNames(operations: Operations): OperationNames {
  return Object.fromEntries(
    Object.entries(operations).map(([subject, members]) => [subject, Object.keys(members)]),
  )
}
