import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { fail, type Result } from '../../../contract/app/problems/result.ts'
import type { Destination } from '../../client/client.ts'
import { isKeyRemembered } from '../intents/attemptRequest.ts'
import { refusalIn } from '../intents/intents.ts'
import { attemptCreate } from './attemptCreate.ts'
import { readRecord, type CreateParts } from './create.ts'
import { concludeCreate } from './conclude.ts'
import { compareSender } from '../intents/senderHash.ts'

/**
 * Resolves an unknown create by sending it again with its idempotency key. Fails with `not_repeatable` if that could
 * create a second link, or with the service's refusal, which proves nothing about the earlier attempt.
 */
export async function settleLink(parts: CreateParts, id: string): Promise<Result<LinkRecord>> {
  const record = await parts.records.get(id)
  if (record?.state !== 'unknown') return await readRecord(parts.records, id)
  await parts.records.assertWritable()
  const destination = await parts.destination(record.profileId, record.environment)
  if (!destination.ok) return destination
  const problem = await parts.longWork.during('settle', () => retryIfSafe(parts, record, destination.value))
  return problem ? fail(problem) : await readRecord(parts.records, id)
}

/**
 * Sends an unknown create again with its idempotency key, unless that could create a second link. Returns why it wasn't
 * sent or was refused; `null` if it was created or is still without an answer.
 */
export async function retryIfSafe(
  parts: CreateParts,
  { id, request, profileId, createdAt, problem }: LinkRecord,
  destination: Destination,
): Promise<Problem | null> {
  const isSafe =
    request !== null &&
    isKeyRemembered(Date.parse(createdAt)) &&
    // The service would return another row's link again.
    problem?.cause !== 'run_link_repeated' &&
    parts.services.has(profileId, destination.baseUrl) === true &&
    compareSender(parts.settings, destination, await parts.records.sentWith(id)) === 'same'
  if (!isSafe) return { code: 'not_repeatable' }
  const outcome = await attemptCreate(parts, { id, request }, destination)
  if (outcome.state === 'created') await concludeCreate(parts, { id, request }, outcome, destination)
  return outcome.state === 'failed' ? refusalIn(outcome) : null
}
