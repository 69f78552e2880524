import { parentPort } from 'node:worker_threads'
import { toFailure } from './failure.ts'
import type { FromThread, OperationNames, Operations, ThreadRequest, ToThread } from './messages.ts'

interface ServedThread<Greeting, O extends Operations> {
  greeting: Greeting
  operations: O
  /** Called before each request to a subject. */
  before?: (subject: string) => void
  /** Closes everything at the end. */
  close: () => void
}

type Operation = (...input: unknown[]) => unknown

/** The counterpart of `startThread`: opens the thread's resources and answers its requests. */
export function serveThread<Greeting, O extends Operations>(
  open: (data: unknown) => ServedThread<Greeting, O>,
): void {
  const send = (message: FromThread<Greeting>) => parentPort?.postMessage(message)
  let opened: ServedThread<Greeting, O> | null = null
  const underWay = new Set<Promise<void>>()
  const end = async () => {
    await Promise.allSettled(underWay)
    opened?.close()
    parentPort?.close()
  }
  const begin = (data: unknown) => {
    try {
      opened = open(data)
      send({ ready: opened.greeting, names: operationNames(opened.operations) })
    } catch (error) {
      send({ refused: toFailure(error) })
      parentPort?.close()
    }
  }
  parentPort?.on('message', (message: ToThread) => {
    if (message === 'close') void end()
    else if ('open' in message) begin(message.open)
    else if (opened) {
      const work = answerRequest(opened, message, send).finally(() => underWay.delete(work))
      underWay.add(work)
    }
  })
}

/**
 * Runs synchronously up to the operation's first `await`, so that later requests see the effects of earlier
 * ones.
 */
async function answerRequest(
  { operations, before }: Pick<ServedThread<never, Operations>, 'operations' | 'before'>,
  { id, subject, operation, input }: ThreadRequest,
  send: (message: FromThread<never>) => void,
): Promise<void> {
  try {
    before?.(subject)
    const work = operations[subject]?.[operation] as Operation
    send({ id, answer: await work(...input) })
  } catch (error) {
    send({ id, failure: toFailure(error) })
  }
}

function operationNames(operations: Operations): OperationNames {
  return Object.fromEntries(
    Object.entries(operations).map(([subject, members]) => [subject, Object.keys(members)]),
  )
}
