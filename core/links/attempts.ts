import type { GenerateRequest } from '../../contract/generate.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Client, Destination, CreateOutcome } from '../client/client.ts'
import type { InFlight } from '../inFlight.ts'
import type { AnnouncedServices } from '../library/services.ts'

export interface AttemptParts {
  client: Client
  services: AnnouncedServices
  inFlight: InFlight
}

/** A link to create. Its id is also the idempotency key. */
export interface PendingCreate {
  id: string
  request: GenerateRequest
}

/** The result of all attempts, and whether it resolves the uncertainty of earlier ones. */
export interface AttemptResult {
  outcome: CreateOutcome
  settled: boolean
}

const hourMs = 60 * 60 * 1_000
/**
 * How long to rely on an idempotency key, in milliseconds. Our service keeps keys for 24 hours; the missing hour allows
 * for clock differences.
 */
const keyLifetimeMs = 23 * hourMs

/**
 * Whether our service still remembers the idempotency key of a create, so that retrying it creates no second link. After
 * the clock was set back, the age of a create from the future is unknown.
 */
export function isKeyRemembered(startedAt: number): boolean {
  const ageMs = Date.now() - startedAt
  return ageMs > -hourMs && ageMs < keyLifetimeMs
}

/** Delays before retries, in milliseconds. */
export const retryDelaysMs = [300, 1_000, 3_000]
/** Maximum `Retry-After` to wait for, in milliseconds. For longer ones, the problem is reported instead. */
const maxPauseMs = 5_000

/**
 * Sends a create. Retries with the same idempotency key if the result is unknown and the service guarantees that this
 * creates no second link. With `paced`, the caller itself backs off when the service is busy.
 */
export async function attemptCreate(
  parts: AttemptParts,
  pendingCreate: PendingCreate,
  destination: Destination,
  paced?: 'paced',
): Promise<AttemptResult> {
  const { client, services, inFlight } = parts
  const attempt = (number: number) =>
    client.generate(destination, {
      body: pendingCreate.request,
      idempotencyKey: pendingCreate.id,
      attempt: number,
    })
  const startedAt = Date.now()
  let repeatable = services.has(destination.profile?.id ?? '', destination.baseUrl)
  let outcome = await attempt(1)
  let unknownOutcome: CreateOutcome | null = null
  for (const [index, wait] of retryDelaysMs.entries()) {
    if (outcome.state === 'unknown') unknownOutcome = outcome
    if (!isWorthRetrying(outcome, paced !== undefined)) break
    repeatable = await learnService(client, destination, [outcome.announced, repeatable])
    if (!repeatable) break
    await inFlight.pause(Math.max(wait, outcome.problem.retryAfterMs ?? 0))
    // The computer may have slept meanwhile.
    if (inFlight.signal.aborted || !isKeyRemembered(startedAt)) break
    outcome = await attempt(index + 2)
  }
  const settled = isSettled(outcome)
  return { outcome: settled ? outcome : (unknownOutcome ?? outcome), settled }
}

/** Returns the first known value. If all are unknown, sends a lookup, which has no side effects, to find out. */
async function learnService(
  client: Client,
  destination: Destination,
  known: (boolean | null)[],
): Promise<boolean | null> {
  return known.find((announced) => announced !== null) ?? (await client.announces(destination))
}

/**
 * Whether a result resolves the uncertainty of earlier attempts. A rejection does so only if it is about the request
 * itself.
 */
function isSettled(outcome: CreateOutcome): boolean {
  if (outcome.state === 'created') return true
  return outcome.state === 'failed' && outcome.problem.code === 'request_refused'
}

type FailedCreate = Exclude<CreateOutcome, { state: 'created' }>

function isWorthRetrying(outcome: CreateOutcome, paced: boolean): outcome is FailedCreate {
  if (outcome.state === 'created' || (paced && outcome.state === 'failed')) return false
  return isWorthWaiting(outcome.problem, outcome.state === 'unknown')
}

/** Whether to retry a request after a short wait: its result is unknown, or the service is busy. */
export function isWorthWaiting(problem: Problem, isUnknown: boolean): boolean {
  return (isUnknown || isBusy(problem)) && (problem.retryAfterMs ?? 0) <= maxPauseMs
}

function isBusy({ code }: Problem): boolean {
  return code === 'throttled' || code === 'service_unavailable'
}
