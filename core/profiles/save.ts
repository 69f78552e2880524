import type { ParsedInput } from '../../contract/calls.ts'
import type { Problem } from '../../contract/problem.ts'
import { catalogue } from '../../contract/problemCatalogue.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Keys } from '../keys/keys.ts'
import type { Network } from '../network/network.ts'
import type { Policy } from '../policy/policy.ts'
import type { Redactor } from '../redactor.ts'
import { createRemoteProfile } from '../settings/remoteProfile.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile, Settings } from '../settings/shape.ts'
import { withSharing } from '../settings/profileSharing.ts'
import { keyInProfile } from './keyInProfile.ts'
import { isManaged, findProfile } from './profiles.ts'

type SaveInput = ParsedInput<'profiles.save'>

export interface SaveParts {
  settings: SettingsFile
  keys: Keys
  redactor: Redactor
  policy: Policy
  network: Pick<Network, 'allows'>
}

/**
 * Adds or changes a profile. Saves the key first, so that no profile ever refers to a missing key. With `register`, a new
 * key is registered with the service in between: if that returns a problem, the key is deleted and nothing is changed.
 */
export async function saveProfile(
  parts: SaveParts,
  { id, profile, key, keep }: SaveInput,
  register: () => Promise<Problem | null> = () => Promise.resolve(null),
): Promise<Result<StoredProfile>> {
  const { settings, keys } = parts
  const existing = id === undefined ? null : findProfile(settings, id)
  if (existing && !existing.ok) return existing
  const next = nextProfile(parts, existing?.value ?? null, profile)
  if (!next.ok) return next
  const keyProblem = await findKey(parts, next.value, key)
  if (keyProblem) return fail(keyProblem)
  let saved = next.value
  const findLatest = ({ profiles }: Settings) => profiles.find((entry) => entry.id === saved.id)
  /** Saves the profile. One that was removed meanwhile stays removed. */
  const store = async (): Promise<Problem | null> => {
    await settings.change((all) => {
      const latest = findLatest(all)
      if (existing && !latest) return all
      if (latest) saved = keepOthers(saved, latest, key !== undefined)
      return withProfile(all, saved)
    })
    return findLatest(settings.get()) ? null : { code: 'profile_not_found' }
  }
  if (key === undefined) {
    const problem = await store()
    return problem ? fail(problem) : ok(saved)
  }
  const savedKey = await keys.save({ profile: next.value, key, keep }, async (location) => {
    saved = { ...next.value, keyAt: toSavedLocation(location) }
    return (await register()) ?? (await store())
  })
  return savedKey.ok ? ok(saved) : savedKey
}

/** Returns a profile to save, with what the app itself has changed in it since it was read. */
function keepOthers(profile: StoredProfile, latest: StoredProfile, hasNewKey: boolean): StoredProfile {
  const { kind, baseUrl, linkHosts, keyAt } = latest
  return {
    ...profile,
    ...(kind === 'embedded' && { baseUrl, linkHosts }),
    ...(!hasNewKey && { keyAt }),
  }
}

/** Keys in memory are lost when the app closes, so the settings record `none`. */
function toSavedLocation(location: 'keychain' | 'memory'): StoredProfile['keyAt'] {
  return location === 'keychain' ? 'keychain' : 'none'
}

/** Looks for the new key, or else the existing one, in a profile's texts. */
async function findKey(
  { keys, redactor }: Pick<SaveParts, 'keys' | 'redactor'>,
  profile: StoredProfile,
  key: string | undefined,
): Promise<Problem | null> {
  if (key === undefined) await keys.learn(profile)
  else redactor.learn(key)
  return keyInProfile(profile, redactor)
}

function nextProfile(
  { policy, network }: SaveParts,
  existing: StoredProfile | null,
  input: SaveInput['profile'],
): Result<StoredProfile> {
  // In a managed profile, the user can change only the key.
  if (existing && isManaged(existing, policy)) return ok(existing)
  const next = mergeProfile(existing, input)
  if (!next.ok || network.allows(new URL(next.value.baseUrl))) return next
  const fields = { 'profile.baseUrl': catalogue.service_not_allowed.title }
  return fail({ code: 'service_not_allowed', fields })
}

function mergeProfile(existing: StoredProfile | null, input: SaveInput['profile']): Result<StoredProfile> {
  if (!existing) return createRemoteProfile(input)
  const { name, color = existing.color, notes = existing.notes, hasApp = existing.hasApp } = input
  // The app itself manages the address of the service on this computer.
  if (existing.kind === 'embedded') return ok({ ...existing, name, color, notes, hasApp })
  const { id, keyAt } = existing
  const profile = createRemoteProfile(input)
  return profile.ok ? ok({ ...profile.value, id, keyAt, color, notes, hasApp }) : profile
}

/** Adds or replaces a profile. */
export function withProfile(settings: Settings, profile: StoredProfile): Settings {
  const existing = settings.profiles.find(({ id }) => id === profile.id)
  const hasMoved = existing !== undefined && existing.baseUrl !== profile.baseUrl
  return {
    // The user agreed to follow the previous service, not the one at the new address.
    ...(hasMoved ? withSharing(settings, profile.id, ({ file }) => ({ file, service: null })) : settings),
    profiles: existing
      ? settings.profiles.map((entry) => (entry.id === profile.id ? profile : entry))
      : [...settings.profiles, profile],
  }
}
