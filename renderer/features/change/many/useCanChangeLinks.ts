import { useSession } from '../../../session/Session.tsx'

/** Returns whether any profile's service supports changing links. */
export function useCanChangeLinks(): boolean {
  return useChangingProfiles().size > 0
}

/** Returns the ids of the profiles whose service supports changing links. */
export function useChangingProfiles(): ReadonlySet<string> {
  const { profiles } = useSession().state
  return new Set(profiles.filter(({ canChangeLinks }) => canChangeLinks).map(({ id }) => id))
}
