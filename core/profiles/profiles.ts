import { isOtherHost } from '../../contract/service/address/baseUrl.ts'
import type { Environment } from '../../contract/service/api/headers.ts'
import type { AppState } from '../../contract/app/calls/app/app.ts'
import { pick } from '../../contract/service/link/fields.ts'
import type { Defaults } from '../../contract/service/redirect/defaults.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Client, Destination } from '../client/client.ts'
import type { Embedded } from '../embedded/embedded.ts'
import type { Keys } from '../keys/keys.ts'
import type { AnnouncedServices, Feature } from '../library/services.ts'
import type { Policy } from '../policy/policy.ts'
import { managedId } from '../settings/managed.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile } from '../settings/shape.ts'

interface ProfileContext {
  keys: Keys
  services: AnnouncedServices
  policy: Pick<Policy, 'profiles'>
}

/** Returns a profile for the window, with the location of its key instead of the key. */
export function toSavedProfile(
  profile: StoredProfile,
  { keys, services, policy }: ProfileContext,
): AppState['profiles'][number] {
  return {
    ...pick(profile, ['id', 'kind', 'name', 'color', 'notes', 'hasApp']),
    ...pick(profile, ['baseUrl', 'linkHosts', 'environmentValues']),
    key: keys.locationOf(profile),
    managed: isManaged(profile, policy),
    defaults: getDefaults(profile, services),
    reportsVisits: offers(profile, services, 'visits'),
    canChangeLinks: offers(profile, services, 'changes'),
    hasOwnPaths: offers(profile, services, 'paths'),
    hasImages: offers(profile, services, 'images'),
  }
}

/** Whether the organization provides a profile. */
export function isManaged({ id }: Pick<StoredProfile, 'id'>, policy: Pick<Policy, 'profiles'>): boolean {
  return policy.profiles.some((entry) => managedId(entry) === id)
}

/** Whether the service of a profile is known to be ours. */
export function getDefaults(
  { id, kind, baseUrl }: StoredProfile,
  services: Pick<AnnouncedServices, 'has'>,
): Defaults {
  return kind === 'embedded' || services.has(id, baseUrl) === true ? 'ours' : 'unknown'
}

/** Whether the service of a profile is known to offer something. */
export function offers(
  { id, kind, baseUrl }: StoredProfile,
  services: Pick<AnnouncedServices, 'offers'>,
  feature: Feature,
): boolean {
  return kind === 'embedded' || services.offers(id, baseUrl, feature) === true
}

export function findProfile(settings: SettingsFile, id: string): Result<StoredProfile> {
  const profile = settings.get().profiles.find((entry) => entry.id === id)
  return profile ? ok(profile) : fail({ code: 'profile_not_found' })
}

/** Returns a profile of a remote service. The service on this computer has only its own links, and no operator. */
export function findRemote(settings: SettingsFile, id: string): StoredProfile | null {
  const profile = findProfile(settings, id)
  return profile.ok && profile.value.kind === 'remote' ? profile.value : null
}

/** Whether a service offers something. Asks one that hasn't responded yet, unless it is known not to be ours. */
export async function learnOffer(
  { services, destination, client }: Discovery,
  { id, baseUrl }: StoredProfile,
  feature: Feature,
): Promise<Result<boolean>> {
  if (services.offers(id, baseUrl, feature) === null && services.has(id, baseUrl) !== false) {
    const target = await destination(id, 'production')
    if (!target.ok) return target
    await client.announces(target.value)
  }
  return ok(services.offers(id, baseUrl, feature) === true)
}

/**
 * Sends a request that is the same in both environments to production, or to development if the key works only there.
 */
export async function askEither<T>(
  destination: FindDestination,
  profileId: string,
  ask: (target: Destination) => Promise<Result<T>>,
): Promise<Result<T>> {
  const askIn = async (environment: Environment) => {
    const target = await destination(profileId, environment)
    return target.ok ? await ask(target.value) : target
  }
  const result = await askIn('production')
  return !result.ok && result.problem.code === 'key_environment' ? await askIn('development') : result
}

interface Discovery {
  services: Pick<AnnouncedServices, 'has' | 'offers'>
  destination: FindDestination
  client: Pick<Client, 'announces'>
}

/** Returns the profiles in the order of `ids`. Others come last, in their previous order. */
export function reorderProfiles(profiles: StoredProfile[], ids: string[]): StoredProfile[] {
  const indexOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...profiles].sort((a, b) => indexOf(a.id) - indexOf(b.id))
}

/**
 * Returns the profiles with a copy of one after it, for another project or service: with a unique name and without the
 * key.
 */
export function insertCopy(profiles: StoredProfile[], id: string, copyId: string): StoredProfile[] {
  const index = profiles.findIndex((profile) => profile.id === id)
  const original = profiles[index]
  if (!original) return profiles
  const names = new Set(profiles.map(({ name }) => name))
  const baseName = `${original.name.slice(0, 50).toWellFormed()} copy`
  let name = baseName
  for (let count = 2; names.has(name); count++) name = `${baseName} ${count}`
  return profiles.toSpliced(index + 1, 0, { ...original, id: copyId, kind: 'remote', name, keyAt: 'none' })
}

/**
 * Returns where a profile's requests go and with which key. Starts the service on this computer if the
 * profile uses it.
 */
export type FindDestination = (profileId: string, environment: Environment) => Promise<Result<Destination>>

export function createDestinations(settings: SettingsFile, keys: Keys, embedded: Embedded): FindDestination {
  const find: FindDestination = async (profileId, environment) => {
    const existing = findProfile(settings, profileId)
    if (!existing.ok) return existing
    if (existing.value.kind === 'embedded') {
      const service = await embedded.running()
      if (!service.ok) return service
    }
    // Starting the service may have changed the profile's address.
    const profile = findProfile(settings, profileId)
    if (!profile.ok) return profile
    const key = await keys.of(profile.value)
    if (!key.ok) return key
    const { id, name, baseUrl, environmentValues } = profile.value
    // While the key was read, the profile may have moved to another host, with another key.
    const latest = findProfile(settings, profileId)
    if (latest.ok && isOtherHost(latest.value.baseUrl, baseUrl)) return await find(profileId, environment)
    return ok({ profile: { id, name }, baseUrl, environment: environmentValues[environment], key: key.value })
  }
  return find
}
