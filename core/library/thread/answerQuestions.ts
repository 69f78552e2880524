import { parentPort } from 'node:worker_threads'
import { failureOf } from './failure.ts'
import type { FromThread, Names, Operations, Question, ToThread } from './messages.ts'

interface Opened<Greeting, O extends Operations> {
  greeting: Greeting
  operations: O
  /** Is called before each question about a subject. */
  before?: (subject: string) => void
  /** Lets go of everything, at the end. */
  close: () => void
}

type Operation = (...input: unknown[]) => unknown

/** The other side of `startThread`: opens what the thread is for, and does the work for each question that is asked. */
export function answerQuestions<Greeting, O extends Operations>(
  open: (data: unknown) => Opened<Greeting, O>,
): void {
  const say = (message: FromThread<Greeting>) => parentPort?.postMessage(message)
  let opened: Opened<Greeting, O> | null = null
  const underWay = new Set<Promise<void>>()
  const end = async () => {
    await Promise.allSettled(underWay)
    opened?.close()
    parentPort?.close()
  }
  const begin = (data: unknown) => {
    try {
      opened = open(data)
      say({ ready: opened.greeting, names: namesOf(opened.operations) })
    } catch (error) {
      say({ refused: failureOf(error) })
      parentPort?.close()
    }
  }
  parentPort?.on('message', (message: ToThread) => {
    if (message === 'close') void end()
    else if ('open' in message) begin(message.open)
    else if (opened) {
      const work = answer(opened, message, say).finally(() => underWay.delete(work))
      underWay.add(work)
    }
  })
}

/** Runs to the operation's first pause at once, so that what is asked later finds what was asked before done. */
async function answer(
  { operations, before }: Pick<Opened<never, Operations>, 'operations' | 'before'>,
  { id, subject, operation, input }: Question,
  say: (message: FromThread<never>) => void,
): Promise<void> {
  try {
    before?.(subject)
    const work = operations[subject]?.[operation] as Operation
    say({ id, answer: await work(...input) })
  } catch (error) {
    say({ id, failure: failureOf(error) })
  }
}

function namesOf(operations: Operations): Names {
  return Object.fromEntries(
    Object.entries(operations).map(([subject, members]) => [subject, Object.keys(members)]),
  )
}
