import { isOtherHost } from '../../contract/service/address/baseUrl.ts'
import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { catalogue } from '../../contract/app/problems/problemCatalogue.ts'
import { unusedColor } from '../../contract/app/profile/profile.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Keys } from '../keys/keys.ts'
import type { Network } from '../network/network.ts'
import type { Policy } from '../policy/policy.ts'
import type { Redactor } from '../redactor.ts'
import { createRemoteProfile } from '../settings/remoteProfile.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile, Settings } from '../settings/shape.ts'
import { keyInProfile } from './keyInProfile.ts'
import { isManaged, findProfile } from './profiles.ts'

type SaveInput = Omit<ParsedInput<'profiles.save'>, 'sameKey'> & { sameKey?: boolean }

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
  { id, profile, key, keep, sameKey = false }: SaveInput,
  register: () => Promise<Problem | null> = () => Promise.resolve(null),
): Promise<Result<StoredProfile>> {
  const { settings, keys } = parts
  const existing = id === undefined ? ok(null) : findProfile(settings, id)
  if (!existing.ok) return existing
  const next = await checkProfile(parts, existing.value, { profile, key })
  if (!next.ok) return next
  const change = { existing: existing.value, hasNewKey: key !== undefined, sameKey }
  if (key === undefined) return await storeProfile(parts, next.value, change)
  let saved: Result<StoredProfile> = next
  const savedKey = await keys.save({ profile: next.value, key, keep }, async (location) => {
    const problem = await register()
    if (problem) return problem
    saved = await storeProfile(parts, { ...next.value, keyAt: toSavedLocation(location) }, change)
    return saved.ok ? null : saved.problem
  })
  return savedKey.ok ? saved : savedKey
}

interface ProfileChange {
  existing: StoredProfile | null
  hasNewKey: boolean
  /** Whether the user agreed that the stored key is sent to the new address. */
  sameKey: boolean
}

/** Saves a profile, and returns it. One that was removed meanwhile stays removed. */
async function storeProfile(
  { settings, keys }: Pick<SaveParts, 'settings' | 'keys'>,
  profile: StoredProfile,
  { existing, hasNewKey, sameKey }: ProfileChange,
): Promise<Result<StoredProfile>> {
  let stored: Result<StoredProfile> = ok(profile)
  await settings.change((all) => {
    const latest = all.profiles.find(({ id }) => id === profile.id)
    if (existing && !latest) stored = fail({ code: 'profile_not_found' })
    else if (latest && !hasNewKey && !sameKey && wouldMoveKey(keys, latest, profile))
      stored = fail({ code: 'key_for_other_host' })
    else if (latest) stored = ok(keepOthers(profile, latest, hasNewKey))
    return stored.ok ? withProfile(all, stored.value) : all
  })
  return stored
}

/** Whether a change would send a profile's key to another host than the one for which it was entered. */
function wouldMoveKey(keys: Keys, from: StoredProfile, to: StoredProfile): boolean {
  const isMoving = to.kind === 'remote' && isOtherHost(from.baseUrl, to.baseUrl)
  return isMoving && keys.locationOf(from) !== 'none'
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

/** Returns the profile to save, or a problem with its values. */
async function checkProfile(
  parts: SaveParts,
  existing: StoredProfile | null,
  { profile, key }: Pick<SaveInput, 'profile' | 'key'>,
): Promise<Result<StoredProfile>> {
  const next = nextProfile(parts, existing, profile)
  const problem = next.ok ? await findKey(parts, next.value, key) : null
  return problem ? fail(problem) : next
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
  { policy, network, settings }: SaveParts,
  existing: StoredProfile | null,
  input: SaveInput['profile'],
): Result<StoredProfile> {
  // In a managed profile, the user can change only the key.
  if (existing && isManaged(existing, policy)) return ok(existing)
  const next = existing
    ? mergeProfile(existing, input)
    : createRemoteProfile({ ...input, color: input.color ?? unusedColor(settings.get().profiles) })
  if (!next.ok || network.allows(new URL(next.value.baseUrl))) return next
  const fields = { 'profile.baseUrl': catalogue.service_not_allowed.title }
  return fail({ code: 'service_not_allowed', fields })
}

function mergeProfile(existing: StoredProfile, input: SaveInput['profile']): Result<StoredProfile> {
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
    ...settings,
    // The user agreed to follow the previous service, not the one at the new address.
    ...(hasMoved && { sharing: { ...settings.sharing, [profile.id]: { service: null } } }),
    profiles: existing
      ? settings.profiles.map((entry) => (entry.id === profile.id ? profile : entry))
      : [...settings.profiles, profile],
  }
}
