import type { LinkRecord } from '../../contract/record.ts'
import { fail } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Destination } from '../client/client.ts'
import { findProfile } from '../profiles/profiles.ts'
import { attemptCreate, isKeyRemembered } from './attempts.ts'
import { readRecord } from './create.ts'
import type { CreateParts } from './create.ts'
import { concludeCreate } from './conclude.ts'
import { hashSender } from './senderHash.ts'

/**
 * Resolves an unknown create by sending it again with its idempotency key. Fails with `not_repeatable` if that could
 * create a second link.
 */
export async function settleLink(parts: CreateParts, id: string): Promise<Result<LinkRecord>> {
  const record = await parts.records.get(id)
  if (record?.state !== 'unknown') return await readRecord(parts.records, id)
  await parts.records.assertWritable()
  const destination = await parts.destination(record.profileId, record.environment)
  if (!destination.ok) return destination
  const wasSent = await parts.longWork.during('settle', () => retryIfSafe(parts, record, destination.value))
  return wasSent ? await readRecord(parts.records, id) : fail({ code: 'not_repeatable' })
}

/**
 * Sends an unknown create again with its idempotency key. Returns false, without sending, if that could create a second
 * link.
 */
export async function retryIfSafe(
  parts: CreateParts,
  { id, request, profileId, createdAt, problem }: LinkRecord,
  destination: Destination,
): Promise<boolean> {
  if (!isKeyRemembered(Date.parse(createdAt)) || request === null) return false
  // The service would return another row's link again.
  if (problem?.cause === 'run_link_repeated') return false
  if (parts.services.has(profileId, destination.baseUrl) !== true) return false
  if (!(await isSameSender(parts, { id, profileId }, destination))) return false
  const { outcome, settled } = await attemptCreate(parts, { id, request }, destination)
  if (settled) await concludeCreate(parts, { id, request }, outcome, destination)
  return true
}

/** Whether a create was sent with the destination's key. The app itself replaces the key of the service on this computer. */
async function isSameSender(
  { records, settings }: CreateParts,
  { id, profileId }: Pick<LinkRecord, 'id' | 'profileId'>,
  destination: Destination,
): Promise<boolean> {
  const profile = findProfile(settings, profileId)
  const isLocal = profile.ok && profile.value.kind === 'embedded'
  return isLocal || (await records.wasSentWith(id, hashSender(destination)))
}
