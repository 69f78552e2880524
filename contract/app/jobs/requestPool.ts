import type { Problem, ProblemCode } from '../problems/problem.ts'
import type { Result } from '../problems/result.ts'

/** The rate at which requests are sent to a service. */
export interface RateLimit {
  /** Interval between two requests, in milliseconds. */
  intervalMs: number
  /** Maximum number of concurrent requests. */
  parallel: number
}

/** Our own service signals overload. For unknown services, three requests per second is a safe rate. */
export const rateLimits: Record<'ours' | 'unknown', RateLimit> = {
  ours: { intervalMs: 50, parallel: 4 },
  unknown: { intervalMs: 334, parallel: 2 },
}

export interface RequestPool<T> {
  /** Returns the next item, or `undefined` after the last. If it throws, the pool ends. */
  next: () => T | undefined | Promise<T | undefined>
  rateLimit: RateLimit
  /** Sends the request for an item. Called again for the same item after a back-off. If it throws, the pool ends. */
  ask: (item: T) => Promise<Result<unknown>>
  /** Whether to back off and retry after a problem. Defaults to `requestsBackoff`. */
  waits?: (problem: Problem) => boolean
  /** Whether to retry an item after a problem. By default, items that caused a back-off are retried. */
  isOpen?: (item: T) => boolean
  /** Called at the start of each back-off, with its cause. */
  onHold?: (ms: number, problem: Problem) => void
  /** Resolves after `ms` milliseconds, or when the signal is aborted. `isHold`: for a back-off, which may end early. */
  pause: (ms: number, isHold?: boolean) => Promise<void>
  signal: { readonly aborted: boolean }
}

/** Whether a problem requires back-off: the service is overloaded, or reports when it will be available again. */
export function requestsBackoff({ code, retryAfterMs }: Problem): boolean {
  return code === 'throttled' || (code === 'service_unavailable' && retryAfterMs !== undefined)
}

/** Problems with one link. All others concern the service and would affect every link. */
const singleLinkProblems = new Set<ProblemCode>([
  'link_not_found',
  'link_changed',
  'request_refused',
  'answer_unreadable',
  'no_path_found',
])

/** Whether a problem concerns one link only. */
export function isLinkSpecific({ code }: Problem): boolean {
  return singleLinkProblems.has(code)
}

/** Problems of requests that didn't reach the service, and so say nothing about its load. */
const unreached = new Set<ProblemCode>([
  'dns_failed',
  'connection_refused',
  'network_down',
  'local_network_blocked',
  'proxy_failed',
])

const maxConsecutiveFailures = 3
/** Maximum number of consecutive back-offs without a response in between. */
const maxConsecutiveBackoffs = 6
const initialBackoffMs = 2_000
/**
 * Minimum wait in milliseconds, even if `Retry-After` is zero or in the past, because the service's clock may differ
 * from ours.
 */
const minBackoffMs = 250
/** Maximum wait in milliseconds. Beyond it, the run is paused. */
const maxBackoffMs = 120_000
/**
 * Interval after a back-off in milliseconds, and the factor by which each response shortens it until it is normal
 * again.
 */
const [initialSlowIntervalMs, maxIntervalMs, recoveryFactor] = [100, 10_000, 0.95]

/** Tracks the current rate, which drops after a back-off for the service and then gradually returns to normal. */
function createBackoff({ intervalMs: normalIntervalMs }: RateLimit) {
  let intervalMs = normalIntervalMs
  let [holdMs, holds] = [0, 0]
  return {
    intervalMs: () => intervalMs,
    holdMs: () => holdMs,
    /** Starts or extends a back-off. Returns whether waiting is no longer worthwhile. */
    hold: (problem: Problem): boolean => {
      const minMs = problem.retryAfterMs === undefined ? initialBackoffMs : minBackoffMs
      const wait = Math.max(problem.retryAfterMs ?? 0, minMs * 2 ** holds)
      // Failures of concurrent requests count as a single back-off.
      if (holdMs === 0) {
        holds++
        if (!unreached.has(problem.code))
          intervalMs = Math.min(Math.max(intervalMs * 2, initialSlowIntervalMs), maxIntervalMs)
      }
      holdMs = Math.max(holdMs, wait)
      return holdMs > maxBackoffMs || holds >= maxConsecutiveBackoffs
    },
    endHold: () => {
      holdMs = 0
    },
    answered: () => {
      holds = 0
      intervalMs = Math.max(intervalMs > 1 ? intervalMs * recoveryFactor : 0, normalIntervalMs)
    },
  }
}

/**
 * Sends a request for each item at a limited rate, and slows down when the service asks for it. Resolves with the problem
 * that ended it, otherwise with `null`. Rejects with the first error that was thrown, after requests in flight have ended.
 */
export async function runRequestPool<T>(pool: RequestPool<T>): Promise<Problem | null> {
  const { next, rateLimit, ask, pause, signal } = pool
  const retries: T[] = []
  const inFlight = new Set<Promise<void>>()
  const errors: unknown[] = []
  const backoff = createBackoff(rateLimit)
  let failures = 0
  let heldBy: Problem = { code: 'throttled' }
  let stopProblem: Problem | null = null

  const handleFailure = (item: T, problem: Problem) => {
    const waits = (pool.waits ?? requestsBackoff)(problem)
    if (pool.isOpen?.(item) ?? waits) retries.unshift(item)
    if (waits) {
      heldBy = problem
      if (backoff.hold(problem)) stopProblem = problem
    } else if (!isLinkSpecific(problem) && ++failures >= maxConsecutiveFailures) stopProblem = problem
  }
  const sendOne = async (item: T) => {
    const result = await ask(item)
    if (!result.ok) handleFailure(item, result.problem)
    if (!result.ok && !isLinkSpecific(result.problem)) return
    failures = 0
    backoff.answered()
  }
  const takeNext = async () => {
    try {
      return retries.shift() ?? (await next())
    } catch (error) {
      errors.push(error)
      return undefined
    }
  }
  const isOver = () => stopProblem !== null || errors.length > 0 || signal.aborted
  const waitForTurn = async () => {
    pool.onHold?.(backoff.holdMs(), heldBy)
    await pause(backoff.holdMs(), true)
    backoff.endHold()
  }
  const send = async (item: T) => {
    const work = sendOne(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => inFlight.delete(work))
    inFlight.add(work)
    if (backoff.intervalMs() > 0) await pause(backoff.intervalMs())
  }

  while (!isOver()) {
    const isFree = inFlight.size < rateLimit.parallel && backoff.holdMs() === 0
    const item = isFree ? await takeNext() : undefined
    if (item !== undefined && backoff.holdMs() === 0 && !isOver()) await send(item)
    else if (item !== undefined) retries.unshift(item)
    else if (inFlight.size > 0) await Promise.race(inFlight)
    else if (backoff.holdMs() > 0) await waitForTurn()
    // An item may have failed while the next one was awaited.
    else if (retries.length === 0) break
  }
  await Promise.all(inFlight)
  if (errors.length > 0) throw errors[0]
  return stopProblem
}
