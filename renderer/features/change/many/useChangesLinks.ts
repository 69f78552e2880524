import { useSession } from '../../../session/Session.tsx'

/** Returns whether any known service changes links. */
export function useChangesLinks(): boolean {
  return useSession().state.profiles.some(({ changesLinks }) => changesLinks)
}
