import { compare } from '../../../contract/app/link/change/compare.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import type { Client, Destination, CreateOutcome } from '../../client/client.ts'
import { attemptRequest } from '../intents/attemptRequest.ts'
import type { LinkServices } from '../linkServices.ts'

/** A link to create. Its id is also the idempotency key. */
export interface PendingCreate {
  id: string
  request: GenerateRequest
}

/**
 * Sends a create. Retries only if the service guarantees that this creates no second link. With `paced`, the caller
 * itself backs off when the service is busy.
 */
export async function attemptCreate(
  { client, services, inFlight }: Pick<LinkServices, 'client' | 'services' | 'inFlight'>,
  { id: idempotencyKey, request: body }: PendingCreate,
  destination: Destination,
  paced?: 'paced',
): Promise<CreateOutcome> {
  let repeatable = services.has(destination.profile?.id ?? '', destination.baseUrl)
  const { last, unanswered } = await attemptRequest<CreateOutcome>({
    send: (attempt) => client.generate(destination, { body, idempotencyKey, attempt }),
    // If there is no announcement, a lookup, which has no side effects, finds out.
    isRepeatable: async ({ announced }) =>
      (repeatable = announced ?? repeatable ?? (await client.announces(destination))) === true,
    inFlight,
    isPaced: paced !== undefined,
  })
  if (last.state === 'created') return last
  if (unanswered && last.problem.code === 'path_taken' && body.path !== undefined)
    return await settleTakenPath(client, destination, body, last)
  return unanswered ?? last
}

/**
 * Decides an attempt without an answer whose path is taken now: it was stored if the link with the path is the one that was
 * asked for. An own path belongs to one link only, so any other one proves that it wasn't.
 */
async function settleTakenPath(
  client: Client,
  destination: Destination,
  request: GenerateRequest,
  refusal: CreateOutcome & { problem: Problem },
): Promise<CreateOutcome> {
  const found = await client.lookup(destination, request.path ?? '')
  if (!found.ok) return found.problem.code === 'link_not_found' ? refusal : { ...refusal, state: 'unknown' }
  const stored = parseRemoteLink(found.value.link)
  const { access_path: link } = stored
  const isRequested = link !== null && compare(request, stored).length === 0
  return isRequested ? { state: 'created', link, announced: true } : refusal
}
