import { randomUUID } from 'node:crypto'
import { readBaseUrl } from '../../contract/baseUrl.ts'
import type { ParsedInput } from '../../contract/calls.ts'
import type { Problem } from '../../contract/problem.ts'
import { catalogue } from '../../contract/problemCatalogue.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Keys } from '../keys/keys.ts'
import type { Redactor } from '../redact.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { KeptProfile, Settings } from '../settings/shape.ts'
import { keyInProfile } from './keyInProfile.ts'
import { profileById } from './profiles.ts'

type SaveInput = ParsedInput<'profiles.save'>

/** Adds or changes a profile. The key is put away first, so that a profile never claims a key that it has not got. */
export async function saveProfile(
  { settings, keys, redactor }: { settings: SettingsFile; keys: Keys; redactor: Redactor },
  { id, profile, key, keep }: SaveInput,
): Promise<Result<KeptProfile>> {
  const old = id === undefined ? null : profileById(settings, id)
  if (old && !old.ok) return old
  const next = merge(old?.value ?? null, profile)
  if (!next.ok) return next
  const exposed = await findKey({ keys, redactor }, next.value, key)
  if (exposed) return fail(exposed)
  const place = key === undefined ? null : await keys.put(next.value.id, key, keep)
  if (place && !place.ok) return place
  const saved = { ...next.value, keyAt: place ? keptAt(place.value) : next.value.keyAt }
  await settings.change((all) => withProfile(all, saved))
  return ok(saved)
}

/** A key in memory is gone with the app, so the settings say that there is none. */
function keptAt(place: 'keychain' | 'memory'): KeptProfile['keyAt'] {
  return place === 'keychain' ? 'keychain' : 'none'
}

/** Looks for the new key in a profile's texts, or for the one that it has. */
async function findKey(
  { keys, redactor }: { keys: Keys; redactor: Redactor },
  profile: KeptProfile,
  key: string | undefined,
): Promise<Problem | null> {
  if (key === undefined) await keys.learn(profile)
  else redactor.learn(key)
  return keyInProfile(profile, redactor)
}

function merge(old: KeptProfile | null, input: SaveInput['profile']): Result<KeptProfile> {
  if (!old) return remoteProfile(input)
  const { name, color = old.color, notes = old.notes } = input
  // The address of the service on this computer is the app's own affair.
  if (old.kind === 'embedded') return ok({ ...old, name, color, notes })
  const { id, keyAt } = old
  const profile = remoteProfile(input)
  return profile.ok ? ok({ ...profile.value, id, keyAt, color, notes }) : profile
}

/** A new profile from what was entered or imported, with its address and hosts tidied and no key yet. */
export function remoteProfile(input: SaveInput['profile']): Result<KeptProfile> {
  const address = readBaseUrl(input.baseUrl)
  if (!address.ok) {
    return fail({ code: address.code, fields: { 'profile.baseUrl': catalogue[address.code].why } })
  }
  return ok({
    name: input.name,
    environmentValues: input.environmentValues,
    color: input.color ?? 'blue',
    notes: input.notes ?? '',
    id: randomUUID(),
    kind: 'remote',
    baseUrl: address.baseUrl,
    linkHosts: [...new Set(input.linkHosts.map(hostIn).filter(Boolean))],
    keyAt: 'none',
  })
}

/** A link host as people write it: `https://links.example.com/` as well as `links.example.com`. */
function hostIn(text: string): string {
  const trimmed = text.trim()
  return URL.parse(trimmed.includes('://') ? trimmed : `https://${trimmed}`)?.host ?? ''
}

/** The settings with a profile added or replaced; the first one is put in force, in the environment that is for trying. */
export function withProfile(settings: Settings, profile: KeptProfile): Settings {
  const known = settings.profiles.some(({ id }) => id === profile.id)
  return {
    ...settings,
    profiles: known
      ? settings.profiles.map((entry) => (entry.id === profile.id ? profile : entry))
      : [...settings.profiles, profile],
    current: settings.current ?? { profileId: profile.id, environment: 'development' },
  }
}
