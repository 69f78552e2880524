import { testAddress } from '../../contract/service/link/visits.ts'
import { useSession } from './Session.tsx'

/** How to open a link from the app, and what the service counts it as. */
export interface OpenTarget {
  href: string
  /** `a visit`, or `a test` if its service can distinguish them. */
  countsAs: 'a visit' | 'a test'
}

/** Returns how to open a profile's links, so that people's own tests are not counted as visits. */
export function useOpenTarget(profileId: string | null): (link: string) => OpenTarget {
  const { profiles } = useSession().state
  const isCounted = profiles.find(({ id }) => id === profileId)?.reportsVisits === true
  return (link) =>
    isCounted ? { href: testAddress(link), countsAs: 'a test' } : { href: link, countsAs: 'a visit' }
}
