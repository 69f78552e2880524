import type { Destination } from '../client/client.ts'
import type { FindDestination } from '../profiles/profiles.ts'
import type { CreateParts } from './create.ts'
import { retryIfSafe } from './settle.ts'

/**
 * Finds destinations, and settles what earlier runs of the app left unknown at each as soon as it is known. Not at the
 * start of the app: reading a key can raise a prompt that nobody asked for.
 */
export function createSettlingDestination(parts: CreateParts): FindDestination {
  const settleOnce = createEarlierSettler(parts)
  return async (profileId, environment) => {
    const to = await parts.destination(profileId, environment)
    if (to.ok) settleOnce(to.value)
    return to
  }
}

/** Settles the earlier creates of a profile in the background, the first time that it is asked to. */
function createEarlierSettler(parts: CreateParts): (destination: Destination) => void {
  const begun = new Set<string>()
  return ({ profile }) => {
    if (!profile || begun.has(profile.id)) return
    begun.add(profile.id)
    const work = settleEarlier(parts, profile.id).catch((error: unknown) =>
      parts.reportBug('links.settle', error),
    )
    void parts.inFlight.track(work)
  }
}

async function settleEarlier(parts: CreateParts, profileId: string): Promise<void> {
  for (const record of await parts.records.unsettled(profileId)) {
    const destination = await parts.destination(record.profileId, record.environment)
    if (destination.ok) await retryIfSafe(parts, record, destination.value)
  }
}
