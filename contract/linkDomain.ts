import { linkPathIn } from './linkPath.ts'
import type { Profile } from './profile.ts'

export type LinkDomains = Pick<Profile, 'id' | 'linkHosts' | 'baseUrl'>

/** Which profile a pasted text belongs to; none where its domain is nobody's. */
export type LinkOwner = { profileId: string } | { foreignHost: string }

/**
 * Finds the profile by the domain of a pasted link: one of the profile's link domains, or else the address of its service. Where
 * several have it, the one in force comes first, then the order of the list. A path alone belongs to the one in force.
 */
export function ownerOf(text: string, profiles: readonly LinkDomains[], currentId: string): LinkOwner {
  const host = linkPathIn(text)?.host ?? null
  if (host === null) return { profileId: currentId }
  const inForceFirst = profiles.toSorted((a, b) => Number(b.id === currentId) - Number(a.id === currentId))
  const owner =
    inForceFirst.find(({ linkHosts }) => linkHosts.includes(host)) ??
    inForceFirst.find(({ baseUrl }) => URL.parse(baseUrl)?.host === host)
  return owner ? { profileId: owner.id } : { foreignHost: host }
}
