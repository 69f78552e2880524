import type { SettingsFile } from '../settings/settings.ts'

/** More than any project has: a service that names another one every time must not fill the settings. */
const maxLinkDomains = 20

/** Whether a link has another domain than all that are known of its profile, as long as there is room to learn it. */
export function isOtherDomain(settings: SettingsFile, profileId: string, link: string): boolean {
  const host = URL.parse(link)?.host
  const known = settings.get().profiles.find(({ id }) => id === profileId)?.linkHosts ?? []
  return host !== undefined && known.length > 0 && known.length < maxLinkDomains && !known.includes(host)
}

/**
 * Adds the domain of a link that a profile's service has made or knows to the profile's link domains, so that a pasted one
 * finds its way without being set up by hand.
 */
export async function learnLinkDomain(
  settings: SettingsFile,
  profileId: string,
  link: string,
): Promise<void> {
  const host = URL.parse(link)?.host
  const known = settings.get().profiles.find(({ id }) => id === profileId)?.linkHosts
  if (!host || !known || known.includes(host) || known.length >= maxLinkDomains) return
  await settings.change((old) => ({
    ...old,
    profiles: old.profiles.map((profile) =>
      profile.id === profileId ? { ...profile, linkHosts: [...profile.linkHosts, host] } : profile,
    ),
  }))
}
