import type { Profile } from './profile.ts'

export type LinkDomains = Pick<Profile, 'id' | 'linkHosts' | 'baseUrl'>

/**
 * Returns the ids of the profiles with this host among their link domains, otherwise those whose service is
 * at it. The current profile comes first, and a path without a host belongs to it.
 */
export function ownersOf(
  host: string | null,
  profiles: readonly LinkDomains[],
  currentId: string,
): readonly string[] {
  if (host === null) return [currentId]
  const inForceFirst = profiles.toSorted((a, b) => Number(b.id === currentId) - Number(a.id === currentId))
  const byDomain = inForceFirst.filter(({ linkHosts }) => linkHosts.includes(host))
  const owners =
    byDomain.length > 0 ? byDomain : inForceFirst.filter(({ baseUrl }) => URL.parse(baseUrl)?.host === host)
  return owners.map(({ id }) => id)
}
