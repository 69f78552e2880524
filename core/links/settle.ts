import type { LinkRecord } from '../../contract/record.ts'
import { fail } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Destination } from '../client/client.ts'
import { attemptCreate, isSettled } from './attempts.ts'
import { endingOf, recorded } from './create.ts'
import type { CreateParts } from './create.ts'
import { readBack } from './readBack.ts'

/** Our service remembers a key for 24 hours; an hour is left for clocks that differ. In milliseconds. */
const remembered = 23 * 60 * 60 * 1_000

/**
 * Makes an unknown create certain by sending it again under its own key. Refused with `not_repeatable` where that could
 * make a second link.
 */
export async function settle(parts: CreateParts, id: string): Promise<Result<LinkRecord>> {
  const record = parts.records.get(id)
  if (record?.state !== 'unknown') return recorded(parts.records, id)
  const to = await parts.destination(record.profileId, record.environment)
  if (!to.ok) return to
  if (!isRepeatable(parts, record, to.value)) return fail({ code: 'not_repeatable' })
  await repeat(parts, record, to.value)
  return recorded(parts.records, id)
}

/** Settles everything that an earlier run of the app left unknown at a service, where that is safe. */
export async function settleAll(parts: CreateParts, to: Destination): Promise<void> {
  for (const record of parts.records.unsettled(to.profile?.id ?? '')) {
    const destination = await parts.destination(record.profileId, record.environment)
    if (destination.ok && isRepeatable(parts, record, destination.value)) {
      await repeat(parts, record, destination.value)
    }
  }
}

function isRepeatable(
  { services }: CreateParts,
  { profileId, createdAt }: LinkRecord,
  to: Destination,
): boolean {
  const age = Date.now() - Date.parse(createdAt)
  return age < remembered && services.has(profileId, to.baseUrl) === true
}

async function repeat(parts: CreateParts, { id, request }: LinkRecord, to: Destination): Promise<void> {
  if (request === null) return
  const generated = await attemptCreate(parts, { id, request }, to)
  if (!isSettled(generated)) return
  const ending = endingOf(generated)
  parts.records.end(id, ending)
  if (ending.path !== null) await readBack(parts, { id, request, path: ending.path }, to)
}
