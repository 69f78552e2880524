import type { ActivityEntry } from '../../../contract/app/calls/app/activity.ts'
import { useSession } from '../../session/Session.tsx'

/**
 * Returns the profile of a request and its current name, or its recorded name if the profile was deleted or never
 * saved.
 */
export function useEntryProfile({
  profileId,
  profileName,
}: Pick<ActivityEntry, 'profileId' | 'profileName'>) {
  const profile = useSession().state.profiles.find(({ id }) => id === profileId)
  // A connection test is sent with an empty name.
  return { profile, name: profile?.name ?? (profileName || 'Unsaved profile') }
}
