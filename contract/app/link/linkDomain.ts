import type { Profile } from '../profile/profile.ts'

export type LinkDomains = Pick<Profile, 'id' | 'linkHosts' | 'baseUrl'>

/**
 * Returns the ids of the profiles that have this host as a link domain, or else of those whose service has this host.
 * The current profile comes first. A path without a host belongs to the current profile.
 */
export function findOwners(
  host: string | null,
  profiles: readonly LinkDomains[],
  currentId: string,
): readonly string[] {
  if (host === null) return [currentId]
  const currentFirst = profiles.toSorted((a, b) => Number(b.id === currentId) - Number(a.id === currentId))
  const byDomain = currentFirst.filter(({ linkHosts }) => linkHosts.includes(host))
  const owners =
    byDomain.length > 0 ? byDomain : currentFirst.filter(({ baseUrl }) => URL.parse(baseUrl)?.host === host)
  return owners.map(({ id }) => id)
}
