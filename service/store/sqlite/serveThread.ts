import { parentPort } from 'node:worker_threads'
import { toFailure } from './errors.ts'
import type { FromThread, ToThread } from './thread.ts'

/** The operations of a thread. */
export interface ThreadWork<Question, Answer> {
  answer: (question: Question) => Answer | Promise<Answer>
  /** Releases all resources at the end. */
  close: () => void | Promise<void>
}

/** The thread's side of `Thread`: runs the work for each request. */
export function serveThread<Question, Answer>(work: ThreadWork<Question, Answer>): void {
  parentPort?.on('message', (message: ToThread<Question>) => {
    if (message === 'close') void closeThread(work)
    else void answerRequest(work, message.id, message.question)
  })
}

async function answerRequest<Question, Answer>(
  work: ThreadWork<Question, Answer>,
  id: number,
  question: Question,
): Promise<void> {
  let message: FromThread<Answer>
  try {
    message = { id, answer: await work.answer(question) }
  } catch (error) {
    message = { id, failure: toFailure(error) }
  }
  parentPort?.postMessage(message)
}

async function closeThread(work: Pick<ThreadWork<never, never>, 'close'>): Promise<void> {
  await work.close()
  parentPort?.close()
}
