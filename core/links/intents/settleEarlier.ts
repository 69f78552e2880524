import type { FindDestination } from '../../profiles/profiles.ts'
import { settleChanges, type ChangeParts } from '../change/change.ts'
import { retryIfSafe } from '../create/settle.ts'

/**
 * Returns a function that finds destinations. The first time a profile is used, also resolves the creates and changes
 * that earlier sessions left unknown. Not done at startup, because reading a key can raise an unexpected prompt.
 */
export function createSettlingDestination(parts: ChangeParts): FindDestination {
  const settledProfiles = new Set<string>()
  return async (profileId, environment) => {
    const target = await parts.destination(profileId, environment)
    if (!target.ok || settledProfiles.has(profileId)) return target
    settledProfiles.add(profileId)
    const work = settleEarlier(parts, profileId).catch((error: unknown) =>
      parts.reportBug('links.settle', error),
    )
    void parts.inFlight.track(work)
    return target
  }
}

async function settleEarlier(parts: ChangeParts, profileId: string): Promise<void> {
  for (const record of await parts.records.unsettled(profileId)) {
    const destination = await parts.destination(record.profileId, record.environment)
    if (destination.ok) await retryIfSafe(parts, record, destination.value)
  }
  await settleChanges(parts, profileId)
}
