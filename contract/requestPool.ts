import type { Problem, ProblemCode } from './problem.ts'
import type { Result } from './result.ts'

/** How fast a service is asked. */
export interface RateLimit {
  /** From one request to the next. */
  intervalMs: number
  /** Requests on their way at once. */
  parallel: number
}

/** Our own service says when it is too much; of another nothing is known, and three a second harm nobody. */
export const rateLimits: Record<'ours' | 'unknown', RateLimit> = {
  ours: { intervalMs: 50, parallel: 4 },
  unknown: { intervalMs: 334, parallel: 2 },
}

interface RequestPool<T> {
  /** The next one to ask for; `undefined` after the last. */
  next: () => T | undefined | Promise<T | undefined>
  rateLimit: RateLimit
  /** Asks for one. Called again for the same one after the service has said that it was too much. */
  ask: (item: T) => Promise<Result<unknown>>
  /** Whether a problem means to wait and ask again; without it, what the service asks for does. */
  waits?: (problem: Problem) => boolean
  /** Whether one that met a problem is still to be asked for; without it, every one is that met such a problem. */
  isOpen?: (item: T) => boolean
  /** Told each time that the service wants to be left alone. */
  onHold: (ms: number) => void
  /** Resolves after as many milliseconds, or at the signal. */
  pause: (ms: number) => Promise<void>
  signal: { readonly aborted: boolean }
}

/** Whether a service asks to be left alone for a while: too much was asked of it, or it says when it will be there again. */
export function asksToBackOff({ code, retryAfterMs }: Problem): boolean {
  return code === 'throttled' || (code === 'service_unavailable' && retryAfterMs !== undefined)
}

/** Problems that are about one link; any other is about the service and would meet every link. */
const singleLinkProblems = new Set<ProblemCode>([
  'link_not_found',
  'request_refused',
  'answer_unreadable',
  'no_path_found',
])

/** Whether a problem says something about one link only. */
export function isOfOneLink({ code }: Problem): boolean {
  return singleLinkProblems.has(code)
}

const maxConsecutiveFailures = 3
/** As often the service may ask to be left alone before it has answered anything else. */
const maxConsecutiveBackoffs = 6
const initialBackoffMs = 2_000
/** Even where the service says that there is none: a date in `Retry-After` is told by its clock, and read by ours. */
const minBackoffMs = 250
/** Nobody waits longer than this before a bar. */
const maxBackoffMs = 120_000
/** What is asked for after a hold, and how much quicker after each answer, until the pace is what it was. */
const [initialSlowIntervalMs, maxIntervalMs, recoveryFactor] = [100, 10_000, 0.95]

/** How fast a lane is now: slower after each time that the service wants to be left alone, and as before after a while. */
function createBackoff({ intervalMs: normalIntervalMs }: RateLimit) {
  let intervalMs = normalIntervalMs
  let [holdMs, holds] = [0, 0]
  return {
    intervalMs: () => intervalMs,
    holdMs: () => holdMs,
    /** Answers whether to wait is of no more use. */
    hold: (problem: Problem): boolean => {
      const minMs = problem.retryAfterMs === undefined ? initialBackoffMs : minBackoffMs
      const wait = Math.max(problem.retryAfterMs ?? 0, minMs * 2 ** holds)
      // What was on its way together is told once.
      if (holdMs === 0) {
        holds++
        intervalMs = Math.min(Math.max(intervalMs * 2, initialSlowIntervalMs), maxIntervalMs)
      }
      holdMs = Math.max(holdMs, wait)
      return holdMs > maxBackoffMs || holds >= maxConsecutiveBackoffs
    },
    held: () => {
      holdMs = 0
    },
    answered: () => {
      holds = 0
      intervalMs = Math.max(intervalMs > 1 ? intervalMs * recoveryFactor : 0, normalIntervalMs)
    },
  }
}

/**
 * Asks for one item after the other at a pace, slower whenever the service says so. Ends when all are asked for, at the
 * signal, or after a few failures in a row, and answers the problem that ended it.
 */
export async function runRequestPool<T>(pool: RequestPool<T>): Promise<Problem | null> {
  const { next, rateLimit, ask, onHold, pause, signal } = pool
  const retries: T[] = []
  const underWay = new Set<Promise<void>>()
  const brake = createBackoff(rateLimit)
  let failures = 0
  let ended: Problem | null = null

  const failed = (item: T, problem: Problem) => {
    const waits = (pool.waits ?? asksToBackOff)(problem)
    if (pool.isOpen?.(item) ?? waits) retries.unshift(item)
    if (waits) {
      if (brake.hold(problem)) ended = problem
    } else if (!isOfOneLink(problem) && ++failures >= maxConsecutiveFailures) ended = problem
  }
  const askOne = async (item: T) => {
    const result = await ask(item)
    if (!result.ok) failed(item, result.problem)
    if (!result.ok && !isOfOneLink(result.problem)) return
    failures = 0
    brake.answered()
  }
  const isOver = () => ended !== null || signal.aborted
  const waitForTurn = async () => {
    onHold(brake.holdMs())
    await pause(brake.holdMs())
    brake.held()
  }
  const send = async (item: T) => {
    const work = askOne(item).finally(() => underWay.delete(work))
    underWay.add(work)
    if (brake.intervalMs() > 0) await pause(brake.intervalMs())
  }

  while (!isOver()) {
    const isFree = underWay.size < rateLimit.parallel && brake.holdMs() === 0
    const item = isFree ? (retries.shift() ?? (await next())) : undefined
    if (item !== undefined && brake.holdMs() === 0 && !isOver()) await send(item)
    else if (item !== undefined) retries.unshift(item)
    else if (underWay.size > 0) await Promise.race(underWay)
    else if (brake.holdMs() > 0) await waitForTurn()
    else break
  }
  await Promise.all(underWay)
  return ended
}
