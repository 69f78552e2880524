import type { LinkRecord } from '../../contract/record.ts'
import { fail } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Destination } from '../client/client.ts'
import { attemptCreate, isRemembered } from './attempts.ts'
import { recorded } from './create.ts'
import type { CreateParts } from './create.ts'
import { conclude } from './ending.ts'

/**
 * Makes an unknown create certain by sending it again under its own key. Refused with `not_repeatable` where that could
 * make a second link.
 */
export async function settle(parts: CreateParts, id: string): Promise<Result<LinkRecord>> {
  const record = await parts.records.get(id)
  if (record?.state !== 'unknown') return await recorded(parts.records, id)
  await parts.records.mayWrite()
  const to = await parts.destination(record.profileId, record.environment)
  if (!to.ok) return to
  const repeated = await parts.longWork.during('settle', () => repeatWhereSafe(parts, record, to.value))
  return repeated ? await recorded(parts.records, id) : fail({ code: 'not_repeatable' })
}

/** Sends an unknown create again under its own key. Answers whether it did: not where that could make a second link. */
export async function repeatWhereSafe(
  parts: CreateParts,
  { id, request, profileId, createdAt, problem }: LinkRecord,
  to: Destination,
): Promise<boolean> {
  if (!isRemembered(Date.parse(createdAt)) || request === null) return false
  // The answer would be the link of another one again.
  if (problem?.cause === 'run_link_repeated') return false
  if (parts.services.has(profileId, to.baseUrl) !== true) return false
  const { generated, settled } = await attemptCreate(parts, { id, request }, to)
  if (settled) await conclude(parts, { id, request }, generated, to)
  return true
}
