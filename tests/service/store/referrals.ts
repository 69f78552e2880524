import type { Referrals } from '../../../service/store/visits/visits.ts'

/** Visits of one link from one host. */
interface Referral {
  link: number
  host: string
  visits: number
}

/** Returns these as a batch stores them. */
export function createReferrals(items: readonly Referral[]): Referrals {
  return {
    links: items.map(({ link }) => link),
    hosts: items.map(({ host }) => host),
    visits: items.map(({ visits }) => visits),
  }
}
