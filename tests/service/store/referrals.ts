import type { Referrals } from '../../../service/store/visits.ts'

/** Visits of one link from one host. */
interface Referral {
  link: number
  host: string
  visits: number
}

/** Returns these as a batch stores them. */
export function createReferrals(each: readonly Referral[]): Referrals {
  return {
    links: each.map(({ link }) => link),
    hosts: each.map(({ host }) => host),
    visits: each.map(({ visits }) => visits),
  }
}
