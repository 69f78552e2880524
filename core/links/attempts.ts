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

/** What is to be made, and the id that its key is. */
export interface PendingCreate {
  id: string
  request: GenerateRequest
}

/** What the attempts came to, and whether that settles what an earlier one left open. */
export interface AttemptResult {
  generated: CreateOutcome
  settled: boolean
}

/** Our service remembers a key for 24 hours; an hour is left for clocks that differ. In milliseconds. */
const keyLifetimeMs = 23 * 60 * 60 * 1_000

/** Whether our service still knows the key of a create that was begun then: to send it again makes no second link. */
export function isKeyRemembered(begunAt: number): boolean {
  return Date.now() - begunAt < keyLifetimeMs
}

/** How long to wait before each further attempt, in milliseconds. */
const retryDelaysMs = [300, 1_000, 3_000]
/** A service that asks for a longer pause than this is told to the person instead. */
const maxPauseMs = 5_000

/**
 * Sends a create, and sends it again under the same key when its end is unknown and the service has announced that a
 * repeated key makes no second link: then it becomes certain. At any other service nothing is ever repeated. Whoever has many
 * to make waits by himself for a service that is too busy, `paced`.
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
  const begunAt = Date.now()
  let repeatable = services.has(destination.profile?.id ?? '', destination.baseUrl)
  let generated = await attempt(1)
  let doubt: CreateOutcome | null = null
  for (const [index, wait] of retryDelaysMs.entries()) {
    if (generated.state === 'unknown') doubt = generated
    if (!isWorthRetrying(generated, paced !== undefined)) break
    repeatable = await learnService(client, destination, [generated.announced, repeatable])
    if (!repeatable) break
    await inFlight.pause(Math.max(wait, generated.problem.retryAfterMs ?? 0))
    // The computer may have slept meanwhile.
    if (inFlight.signal.aborted || !isKeyRemembered(begunAt)) break
    generated = await attempt(index + 2)
  }
  const settled = isSettled(generated)
  return { generated: settled ? generated : (doubt ?? generated), settled }
}

/** The first thing that is known of a service; where it has told nothing of itself yet, one harmless look finds out. */
async function learnService(
  client: Client,
  destination: Destination,
  known: (boolean | null)[],
): Promise<boolean | null> {
  return known.find((told) => told !== null) ?? (await client.announces(destination))
}

/** A refusal for another reason than the request itself does not undo what an earlier attempt may have done. */
function isSettled(generated: CreateOutcome): boolean {
  if (generated.state === 'created') return true
  return generated.state === 'failed' && generated.problem.code === 'request_refused'
}

type FailedCreate = Exclude<CreateOutcome, { state: 'created' }>

function isWorthRetrying(generated: CreateOutcome, paced: boolean): generated is FailedCreate {
  if (generated.state === 'created' || (paced && generated.state === 'failed')) return false
  const { state, problem } = generated
  return (state === 'unknown' || isBusy(problem)) && (problem.retryAfterMs ?? 0) <= maxPauseMs
}

function isBusy({ code }: Problem): boolean {
  return code === 'throttled' || code === 'service_unavailable'
}
