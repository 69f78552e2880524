import { useSession } from './Session.tsx'

/** Returns whether any known service reports visits. */
export function useReportsVisits(): boolean {
  return useSession().state.profiles.some(({ reportsVisits }) => reportsVisits)
}
