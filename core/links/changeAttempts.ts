import type { Destination } from '../client/client.ts'
import type { ChangeOutcome, ChangeRequest } from '../client/changes.ts'
import type { AttemptParts } from './attempts.ts'
import { isKeyRemembered, isWorthWaiting, retryDelaysMs } from './attempts.ts'

/**
 * Sends a change. Retries with the same idempotency key if the result is unknown, because the service applies it at
 * most once. Returns whether the outcome resolves the uncertainty of earlier attempts. With `paced`, the caller itself
 * backs off when the service is busy.
 */
export async function attemptChange(
  { client, inFlight }: Pick<AttemptParts, 'client' | 'inFlight'>,
  change: Omit<ChangeRequest, 'attempt'>,
  destination: Destination,
  paced?: 'paced',
): Promise<{ outcome: ChangeOutcome; settled: boolean }> {
  const startedAt = Date.now()
  let outcome = await client.change(destination, { ...change, attempt: 1 })
  let unknownOutcome: ChangeOutcome | null = null
  for (const [index, wait] of retryDelaysMs.entries()) {
    if (outcome.state === 'unknown') unknownOutcome = outcome
    if (!isWorthRepeating(outcome, paced !== undefined)) break
    await inFlight.pause(Math.max(wait, outcome.problem.retryAfterMs ?? 0))
    // The computer may have slept meanwhile.
    if (inFlight.signal.aborted || !isKeyRemembered(startedAt)) break
    outcome = await client.change(destination, { ...change, attempt: index + 2 })
  }
  const settled = isSettled(outcome)
  return { outcome: settled ? outcome : (unknownOutcome ?? outcome), settled }
}

type FailedChange = Extract<ChangeOutcome, { state: 'refused' | 'unknown' }>

function isWorthRepeating(outcome: ChangeOutcome, paced: boolean): outcome is FailedChange {
  if (outcome.state === 'applied' || outcome.state === 'conflict') return false
  if (paced && outcome.state === 'refused') return false
  return isWorthWaiting(outcome.problem, outcome.state === 'unknown')
}

/**
 * Whether an outcome resolves the uncertainty of earlier attempts. A rejection does so only if it is about the change
 * itself.
 */
function isSettled(outcome: ChangeOutcome): boolean {
  if (outcome.state === 'applied' || outcome.state === 'conflict') return true
  return outcome.state === 'refused' && settlingCodes.has(outcome.problem.code)
}

const settlingCodes: ReadonlySet<string> = new Set(['request_refused', 'link_not_found'])
