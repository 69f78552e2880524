import type { Problem, ProblemCode } from './problem.ts'
import type { Result } from './result.ts'

/** How fast a service is asked. */
export interface Pace {
  /** From one request to the next. */
  intervalMs: number
  /** Requests on their way at once. */
  parallel: number
}

/** Our own service says when it is too much; of another nothing is known, and three a second harm nobody. */
export const paces: Record<'ours' | 'unknown', Pace> = {
  ours: { intervalMs: 50, parallel: 4 },
  unknown: { intervalMs: 334, parallel: 2 },
}

interface Lane<T> {
  /** The next one to ask for; `undefined` after the last. */
  next: () => T | undefined | Promise<T | undefined>
  pace: Pace
  /** Asks for one. Called again for the same one after the service has said that it was too much. */
  ask: (item: T) => Promise<Result<unknown>>
  /** Told each time that the service wants to be left alone. */
  onHold: (ms: number) => void
  /** Resolves after as many milliseconds, or at the signal. */
  pause: (ms: number) => Promise<void>
  signal: { readonly aborted: boolean }
}

/** Whether a service asks to be left alone for a while: too much was asked of it, or it says when it will be there again. */
export function asksToWait({ code, retryAfterMs }: Problem): boolean {
  return code === 'throttled' || (code === 'service_unavailable' && retryAfterMs !== undefined)
}

/** Problems that are about one link; any other is about the service and would meet every link. */
const ofOneLink = new Set<ProblemCode>([
  'link_not_found',
  'request_refused',
  'answer_unreadable',
  'no_path_found',
])

const mostFailures = 3
const mostTries = 5
const slowestMs = 10_000
const firstHoldMs = 2_000
/** Nobody waits longer than this before a bar. */
const longestHoldMs = 120_000

/**
 * Asks for one item after the other at a pace, slower whenever the service says so. Ends when all are asked for, at the
 * signal, or after a few failures in a row, and answers the problem that ended it.
 */
export async function runLane<T>({
  next,
  pace,
  ask,
  onHold,
  pause,
  signal,
}: Lane<T>): Promise<Problem | null> {
  const again: Entry<T>[] = []
  const underWay = new Set<Promise<void>>()
  let { intervalMs } = pace
  let [holdMs, failures] = [0, 0]
  let ended: Problem | null = null

  const throttled = (entry: Entry<T>, problem: Problem) => {
    const wait = problem.retryAfterMs ?? firstHoldMs * 2 ** (entry.tries - 1)
    if (wait > longestHoldMs || entry.tries >= mostTries) ended = problem
    again.unshift(entry)
    holdMs = Math.max(holdMs, wait)
    intervalMs = Math.min(intervalMs * 2, slowestMs)
  }
  const askOne = async (entry: Entry<T>) => {
    entry.tries++
    const result = await ask(entry.item)
    if (!result.ok && asksToWait(result.problem)) {
      throttled(entry, result.problem)
      return
    }
    failures = result.ok || ofOneLink.has(result.problem.code) ? 0 : failures + 1
    if (!result.ok && failures >= mostFailures) ended = result.problem
  }
  const take = async (): Promise<Entry<T> | undefined> => {
    const first = again.shift()
    if (first) return first
    const item = await next()
    return item === undefined ? undefined : { item, tries: 0 }
  }
  const isOver = () => ended !== null || signal.aborted

  while (!isOver()) {
    const isFree = underWay.size < pace.parallel && holdMs === 0
    const entry = isFree ? await take() : undefined
    if (entry && holdMs === 0 && !isOver()) {
      const work = askOne(entry).finally(() => underWay.delete(work))
      underWay.add(work)
      await pause(intervalMs)
    } else if (entry) {
      again.unshift(entry)
    } else if (underWay.size > 0) {
      await Promise.race(underWay)
    } else if (holdMs > 0) {
      onHold(holdMs)
      await pause(holdMs)
      holdMs = 0
    } else break
  }
  await Promise.all(underWay)
  return ended
}

interface Entry<T> {
  item: T
  tries: number
}
