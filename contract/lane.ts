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

/** Whether a problem says something about one link only. */
export function isOfOneLink({ code }: Problem): boolean {
  return ofOneLink.has(code)
}

const mostFailures = 3
/** As often the service may ask to be left alone before it has answered anything else. */
const mostHolds = 6
const firstHoldMs = 2_000
/** Even where the service says that there is none: a date in `Retry-After` is told by its clock, and read by ours. */
const leastHoldMs = 250
/** Nobody waits longer than this before a bar. */
const longestHoldMs = 120_000
/** What is asked for after a hold, and how much quicker after each answer, until the pace is what it was. */
const [slowIntervalMs, slowestMs, quicker] = [100, 10_000, 0.95]

/** How fast a lane is now: slower after each time that the service wants to be left alone, and as before after a while. */
function createBrake({ intervalMs: usualMs }: Pace) {
  let intervalMs = usualMs
  let [holdMs, holds] = [0, 0]
  return {
    intervalMs: () => intervalMs,
    holdMs: () => holdMs,
    /** Answers whether to wait is of no more use. */
    hold: (problem: Problem): boolean => {
      const least = problem.retryAfterMs === undefined ? firstHoldMs : leastHoldMs
      const wait = Math.max(problem.retryAfterMs ?? 0, least * 2 ** holds)
      // What was on its way together is told once.
      if (holdMs === 0) {
        holds++
        intervalMs = Math.min(Math.max(intervalMs * 2, slowIntervalMs), slowestMs)
      }
      holdMs = Math.max(holdMs, wait)
      return holdMs > longestHoldMs || holds >= mostHolds
    },
    held: () => {
      holdMs = 0
    },
    answered: () => {
      holds = 0
      intervalMs = Math.max(intervalMs > 1 ? intervalMs * quicker : 0, usualMs)
    },
  }
}

/**
 * Asks for one item after the other at a pace, slower whenever the service says so. Ends when all are asked for, at the
 * signal, or after a few failures in a row, and answers the problem that ended it.
 */
export async function runLane<T>(lane: Lane<T>): Promise<Problem | null> {
  const { next, pace, ask, onHold, pause, signal } = lane
  const again: T[] = []
  const underWay = new Set<Promise<void>>()
  const brake = createBrake(pace)
  let failures = 0
  let ended: Problem | null = null

  const failed = (item: T, problem: Problem) => {
    const waits = (lane.waits ?? asksToWait)(problem)
    if (lane.isOpen?.(item) ?? waits) again.unshift(item)
    if (waits) {
      if (brake.hold(problem)) ended = problem
    } else if (!isOfOneLink(problem) && ++failures >= mostFailures) ended = problem
  }
  const askOne = async (item: T) => {
    const result = await ask(item)
    if (!result.ok) failed(item, result.problem)
    if (!result.ok && !isOfOneLink(result.problem)) return
    failures = 0
    brake.answered()
  }
  const isOver = () => ended !== null || signal.aborted
  const rest = async () => {
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
    const isFree = underWay.size < pace.parallel && brake.holdMs() === 0
    const item = isFree ? (again.shift() ?? (await next())) : undefined
    if (item !== undefined && brake.holdMs() === 0 && !isOver()) await send(item)
    else if (item !== undefined) again.unshift(item)
    else if (underWay.size > 0) await Promise.race(underWay)
    else if (brake.holdMs() > 0) await rest()
    else break
  }
  await Promise.all(underWay)
  return ended
}
