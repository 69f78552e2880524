import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { InFlight } from '../../inFlight.ts'

const hourMs = 60 * 60 * 1_000
/**
 * How long to rely on an idempotency key, in milliseconds. Our service keeps keys for 24 hours; the missing hour allows
 * for clock differences.
 */
export const keyLifetimeMs = 23 * hourMs

/**
 * Whether our service still remembers the idempotency key of a create, so that retrying it creates no second link. After
 * the clock was set back, the age of a create from the future is unknown.
 */
export function isKeyRemembered(startedAt: number): boolean {
  const ageMs = Date.now() - startedAt
  return ageMs > -hourMs && ageMs < keyLifetimeMs
}

const retryDelaysMs = [300, 1_000, 3_000]
/** Maximum `Retry-After` to wait for, in milliseconds. For longer ones, the problem is reported instead. */
const maxPauseMs = 5_000

type Outcome = { state: 'created' | 'applied' } | { state: string; problem: Problem }

interface AttemptPlan<O> {
  send: (attempt: number) => Promise<O>
  /** Whether the service applies a repeat only once. */
  isRepeatable: (outcome: O) => boolean | Promise<boolean>
  inFlight: InFlight
  /** Whether the caller itself backs off when the service is busy. */
  isPaced: boolean
}

/**
 * Sends a request, and again with the same idempotency key while its result is unknown or the service is busy. Returns
 * the last outcome, and the latest one before it without an answer: a refusal settles only the attempt that it answers
 * (decision 27).
 */
export async function attemptRequest<O extends Outcome>({
  send,
  isRepeatable,
  inFlight,
  isPaced,
}: AttemptPlan<O>): Promise<{ last: O; unanswered: O | null }> {
  const startedAt = Date.now()
  let last = await send(1)
  let unanswered: O | null = null
  for (const [index, wait] of retryDelaysMs.entries()) {
    if (last.state === 'unknown') unanswered = last
    if (!('problem' in last) || !isWorthRetrying(last, isPaced) || !(await isRepeatable(last))) break
    await inFlight.pause(Math.max(wait, last.problem.retryAfterMs ?? 0))
    // The computer may have slept meanwhile.
    if (inFlight.signal.aborted || !isKeyRemembered(startedAt)) break
    last = await send(index + 2)
  }
  return { last, unanswered }
}

function isWorthRetrying({ state, problem }: { state: string; problem: Problem }, isPaced: boolean): boolean {
  if (state === 'conflict' || (isPaced && state !== 'unknown')) return false
  return (state === 'unknown' || isBusy(problem)) && (problem.retryAfterMs ?? 0) <= maxPauseMs
}

function isBusy({ code }: Problem): boolean {
  return code === 'throttled' || code === 'service_unavailable'
}
