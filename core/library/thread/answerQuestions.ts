import { parentPort } from 'node:worker_threads'
import { failureOf } from './failure.ts'
import type { FromThread, Names, Operations, ToThread } from './messages.ts'

interface Opened<Greeting, O extends Operations> {
  greeting: Greeting
  operations: O
  /** Lets go of everything, at the end. */
  close: () => void
}

type Operation = (...input: unknown[]) => unknown

/** The other side of `startThread`: opens what the thread is for, and does the work for each question that is asked. */
export function answerQuestions<Greeting, O extends Operations>(open: () => Opened<Greeting, O>): void {
  const say = (message: FromThread<Greeting>) => parentPort?.postMessage(message)
  try {
    const { greeting, operations, close } = open()
    const underWay = new Set<Promise<void>>()
    parentPort?.on('message', (message: ToThread) => {
      if (message === 'close') {
        void Promise.allSettled(underWay).then(() => {
          close()
          parentPort?.close()
        })
        return
      }
      const work = answer(operations, message, say).finally(() => underWay.delete(work))
      underWay.add(work)
    })
    say({ ready: greeting, names: namesOf(operations) })
  } catch (error) {
    say({ refused: failureOf(error) })
  }
}

/** Runs to the operation's first pause at once, so that what is asked later finds what was asked before done. */
async function answer(
  operations: Operations,
  { id, subject, operation, input }: Exclude<ToThread, 'close'>,
  say: (message: FromThread<never>) => void,
): Promise<void> {
  try {
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
