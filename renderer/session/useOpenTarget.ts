import { testAddress } from '../../contract/visits.ts'
import { useSession } from './Session.tsx'

/** Where a link is opened from the app, and what that counts as. */
export interface OpenTarget {
  href: string
  /** `a visit`, or `a test` where its service can tell the two apart. */
  countsAs: 'a visit' | 'a test'
}

/** How the links of a profile are opened. Nobody's own look at a link is to be taken for a visitor's. */
export function useOpenTarget(profileId: string | null): (link: string) => OpenTarget {
  const { profiles } = useSession().state
  const isCounted = profiles.find(({ id }) => id === profileId)?.reportsVisits === true
  return (link) =>
    isCounted ? { href: testAddress(link), countsAs: 'a test' } : { href: link, countsAs: 'a visit' }
}
