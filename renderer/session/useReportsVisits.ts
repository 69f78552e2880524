import { useSession } from './Session.tsx'

/** Whether any service that the app knows reports visits. */
export function useReportsVisits(): boolean {
  return useSession().state.profiles.some(({ reportsVisits }) => reportsVisits)
}
