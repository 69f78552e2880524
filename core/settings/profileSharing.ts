import type { Settings } from './shape.ts'

/** A profile's decisions on the rules of its service. */
type Decisions = NonNullable<Settings['sharing'][string]['service']>

/** The decisions of a profile before its service has shared rules. */
export const noDecisions: Decisions = { decided: {}, follows: false }

/** Returns settings with a profile's decisions changed. Does nothing if the profile was removed in the meantime. */
export function withSharing(
  all: Settings,
  profileId: string,
  change: (decisions: Decisions) => Decisions,
): Settings {
  if (!all.profiles.some(({ id }) => id === profileId)) return all
  const changed = change(all.sharing[profileId]?.service ?? noDecisions)
  return { ...all, sharing: { ...all.sharing, [profileId]: { service: changed } } }
}
