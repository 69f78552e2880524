import { randomUUID } from 'node:crypto'
import { lateAnswerPath } from '../contract/windowAddress.ts'

/** Milliseconds after which a call is answered with the path of its late answer. */
export const defaultPatienceMs = 1_000

/** Milliseconds that an answer is kept for a window that doesn't fetch it. */
const keptMs = 120_000

/** What a call is answered with: its result, or the path where it can be fetched. */
export type Answered = { result: unknown } | { path: string }

/** Answers of calls that take long. */
export interface LateAnswers {
  /** Waits briefly for a result. */
  answer: (result: Promise<unknown>) => Promise<Answered>
  /** Returns a late answer, once it is there and only once; `null` if there is none with this id. */
  take: (id: string) => Promise<Answered> | null
}

/**
 * Returns the store of late answers. A browser opens at most six connections to a host, so calls that wait for a silent
 * service would keep the window from everything else.
 */
export function createLateAnswers(patienceMs: number): LateAnswers {
  const pending = new Map<string, Promise<unknown>>()
  const within = async (result: Promise<unknown>, ms: number, id: string): Promise<Answered> => {
    const late = { path: lateAnswerPath(id) }
    const done = result.then((value) => ({ result: value }))
    const timeout = new Promise<Answered>((resolve) => setTimeout(resolve, ms, late).unref())
    return await Promise.race([done, timeout])
  }
  return {
    answer: async (result) => {
      const id = randomUUID()
      const answered = await within(result, patienceMs, id)
      if ('path' in answered) {
        pending.set(id, result)
        void result.finally(() => setTimeout(() => pending.delete(id), keptMs).unref())
      }
      return answered
    },
    take: (id) => {
      const result = pending.get(id)
      if (!result) return null
      return within(result, 0, id).then((answered) => {
        if ('result' in answered) pending.delete(id)
        return answered
      })
    },
  }
}
