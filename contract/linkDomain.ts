import type { Profile } from './profile.ts'

export type LinkDomains = Pick<Profile, 'id' | 'linkHosts' | 'baseUrl'>

/**
 * The profiles that a link belongs to by its host: those that have it among their link domains, or else those whose service is
 * at it; none where it is nobody's. The one in force comes first, then the order of the list. A path alone belongs to the one
 * in force.
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
