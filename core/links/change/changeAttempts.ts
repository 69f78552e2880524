import type { Destination } from '../../client/client.ts'
import type { ChangeOutcome, ChangeRequest } from '../../client/changes.ts'
import { attemptRequest } from '../intents/attemptRequest.ts'
import type { LinkServices } from '../linkServices.ts'
import { findInHistory } from './concludeChange.ts'

/**
 * Sends a change. Retries if the result is unknown, because the service applies it at most once. With `paced`, the caller
 * itself backs off when the service is busy. With `repeat`, an earlier attempt is unknown: then `refused` says nothing
 * about that one, but `applied` and `conflict` do.
 */
export async function attemptChange(
  { client, inFlight }: Pick<LinkServices, 'client' | 'inFlight'>,
  change: Omit<ChangeRequest, 'attempt'>,
  destination: Destination,
  kind?: 'paced' | 'repeat',
): Promise<ChangeOutcome> {
  const { last, unanswered } = await attemptRequest<ChangeOutcome>({
    send: (attempt) => client.change(destination, { ...change, attempt }),
    isRepeatable: () => true,
    inFlight,
    isPaced: kind === 'paced',
  })
  if (last.state === 'applied' || (!unanswered && kind !== 'repeat')) return last
  return (await resolveRefusal({ client }, { change, last }, destination)) ?? unanswered ?? last
}

/**
 * Returns what the link's history proves about an earlier attempt when the service refuses the repeat for itself; `null`
 * if nothing.
 */
async function resolveRefusal(
  parts: Pick<LinkServices, 'client'>,
  {
    change,
    last,
  }: { change: Omit<ChangeRequest, 'attempt'>; last: Exclude<ChangeOutcome, { state: 'applied' }> },
  destination: Destination,
): Promise<ChangeOutcome | null> {
  const isConflict = last.state === 'conflict'
  if (!isConflict && (last.state === 'unknown' || last.problem.code !== 'request_refused')) return null
  const found = await findInHistory(parts, change, destination)
  if (found.ok) return found.value ?? (isConflict ? last : null)
  // Whether the link's next version is this change or someone else's can't be read.
  return isConflict ? { state: 'unknown', problem: found.problem } : null
}
