import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { GenerateRequest } from '../../contract/generate.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Client, Destination, Generated } from '../client/client.ts'
import type { AnnouncedServices } from '../library/services.ts'
import type { Running } from '../running.ts'

export interface AttemptParts {
  client: Client
  services: AnnouncedServices
  running: Running
}

interface Wish {
  id: string
  request: GenerateRequest
}

/** How long to wait before each further attempt, in milliseconds. */
const waits = [300, 1_000, 3_000]
/** A service that asks for a longer pause than this is told to the person instead. */
const longestPause = 5_000

/**
 * Sends a create, and sends it again under the same key when its end is unknown and the service has announced that a
 * repeated key makes no second link: then it becomes certain. At any other service nothing is ever repeated.
 */
export async function attemptCreate(parts: AttemptParts, wish: Wish, to: Destination): Promise<Generated> {
  let generated = await attempt(parts, wish, to, 1)
  let doubt: Generated | null = null
  for (const [index, wait] of waits.entries()) {
    if (generated.state === 'unknown') doubt = generated
    if (!worthRepeating(generated) || !(await mayRepeat(parts, to))) break
    await waitFor(Math.max(wait, generated.problem.retryAfterMs ?? 0), parts.running)
    if (parts.running.signal.aborted) break
    generated = await attempt(parts, wish, to, index + 2)
  }
  return isSettled(generated) ? generated : (doubt ?? generated)
}

/**
 * Whether the last of several attempts settles them all. A refusal for another reason than the request itself does not
 * undo what an earlier attempt may have done.
 */
export function isSettled(generated: Generated): boolean {
  if (generated.state === 'created') return true
  return generated.state === 'failed' && generated.problem.code === 'request_refused'
}

function attempt({ client }: AttemptParts, { id, request }: Wish, to: Destination, number: number) {
  return client.generate(to, { body: request, idempotencyKey: id, attempt: number })
}

/** Ends early when the app is closing. */
export async function waitFor(milliseconds: number, { signal }: Running): Promise<void> {
  await pause(milliseconds, null, { signal }).catch(() => undefined)
}

type Ended = Exclude<Generated, { state: 'created' }>

function worthRepeating(generated: Generated): generated is Ended {
  if (generated.state === 'created') return false
  const { state, problem } = generated
  return (state === 'unknown' || isBusy(problem)) && (problem.retryAfterMs ?? 0) <= longestPause
}

function isBusy({ code }: Problem): boolean {
  return code === 'throttled' || code === 'service_unavailable'
}

/** Whether a repeated key is safe. Of a service that has not answered yet, one harmless look finds out. */
async function mayRepeat({ client, services }: AttemptParts, to: Destination): Promise<boolean> {
  const profileId = to.profile?.id ?? ''
  if (services.has(profileId, to.baseUrl) === null) await client.lookup(to, randomBytes(12).toString('hex'))
  return services.has(profileId, to.baseUrl) === true
}
