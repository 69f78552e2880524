import { parentPort } from 'node:worker_threads'
import { failureOf } from './faults.ts'
import type { FromThread, ToThread } from './thread.ts'

/** What a thread can do. */
export interface ThreadWork<Question, Answer> {
  answer: (question: Question) => Answer | Promise<Answer>
  /** Lets go of everything, at the end. */
  close: () => void | Promise<void>
}

/** The other side of `Thread`: does the work for each question that it asks. */
export function answerQuestions<Question, Answer>(work: ThreadWork<Question, Answer>): void {
  parentPort?.on('message', (message: ToThread<Question>) => {
    if (message === 'close') void close(work)
    else void answer(work, message.id, message.question)
  })
}

async function answer<Question, Answer>(
  work: ThreadWork<Question, Answer>,
  id: number,
  question: Question,
): Promise<void> {
  let message: FromThread<Answer>
  try {
    message = { id, answer: await work.answer(question) }
  } catch (error) {
    message = { id, failure: failureOf(error) }
  }
  parentPort?.postMessage(message)
}

async function close(work: Pick<ThreadWork<never, never>, 'close'>): Promise<void> {
  await work.close()
  parentPort?.close()
}
