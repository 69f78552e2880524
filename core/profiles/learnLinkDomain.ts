import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile } from '../settings/shape.ts'

/** Maximum number of domains learned per profile, so that a service can't fill the settings. */
const maxLinkDomains = 20

/** Whether a link's domain is new to its profile. False if the profile has no domains or the maximum. */
export function isOtherDomain(settings: SettingsFile, profileId: string, link: string): boolean {
  const host = URL.parse(link)?.host
  const knownHosts = settings.get().profiles.find(({ id }) => id === profileId)?.linkHosts ?? []
  return (
    host !== undefined &&
    knownHosts.length > 0 &&
    knownHosts.length < maxLinkDomains &&
    !knownHosts.includes(host)
  )
}

/**
 * Adds the domain of a link from a profile's service to its link domains, so that pasted links find the
 * profile.
 */
export async function learnLinkDomain(
  settings: SettingsFile,
  profileId: string,
  link: string,
): Promise<void> {
  const host = URL.parse(link)?.host
  if (!host) return
  const isNewTo = ({ id, linkHosts }: StoredProfile) =>
    id === profileId && !linkHosts.includes(host) && linkHosts.length < maxLinkDomains
  if (!settings.get().profiles.some(isNewTo)) return
  // Checked again for the latest settings, because many links may report the domain at the same time.
  await settings.change((old) => ({
    ...old,
    profiles: old.profiles.map((profile) =>
      isNewTo(profile) ? { ...profile, linkHosts: [...profile.linkHosts, host] } : profile,
    ),
  }))
}

/** Like `learnLinkDomain`, but only if the profile has no domain: others could be ones that the user removed. */
export async function learnFirstDomain(settings: SettingsFile, profileId: string, link = ''): Promise<void> {
  const { linkHosts = [''] } = settings.get().profiles.find(({ id }) => id === profileId) ?? {}
  if (linkHosts.length === 0) await learnLinkDomain(settings, profileId, link)
}
