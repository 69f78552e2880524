import type { KeyLocation } from '../../contract/keyStore.ts'
import type { Problem } from '../../contract/problem.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Embedded } from '../embedded/embedded.ts'
import type { LongWork } from '../longWork.ts'
import type { Policy } from '../policy/policy.ts'
import type { Redactor } from '../redactor.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile } from '../settings/shape.ts'
import { removeKey } from './removeAll.ts'
import { createMemoryStore } from './store.ts'
import type { KeyStoreResult, KeyStoreError } from './store.ts'
import type { SystemStore } from './systemStore.ts'

/** The keys of the profiles. A key is read only to sign a request, and never leaves the app otherwise. */
export interface Keys {
  of: (profile: StoredProfile) => Promise<Result<string>>
  /**
   * Saves a key and returns where: in memory if the system has no key store or `keep` asks for it. The caller
   * saves the location in the profile.
   */
  put: (
    profileId: string,
    key: string,
    keep?: 'keychain' | 'memory',
  ) => Promise<Result<'keychain' | 'memory'>>
  /**
   * Reads a key so that the redactor can find it in texts. Does nothing if there is no key, or if a prompt could
   * appear.
   */
  learn: (profile: StoredProfile) => Promise<void>
  /** Returns whether there is a key that can be read without a prompt. */
  canReadSilently: (profile: StoredProfile) => Promise<boolean>
  /**
   * Deletes a key. Fails if the key store is there but doesn't remove it. The caller updates the profile. `location` is
   * needed if the profile doesn't record it.
   */
  forget: (profileId: string, location?: KeyLocation) => Promise<Result<null>>
  locationOf: (profile: StoredProfile) => KeyLocation
}

interface Parts {
  systemStore: SystemStore
  policy: Pick<Policy, 'keyStore'>
  settings: SettingsFile
  embedded: Embedded
  redactor: Redactor
  longWork: Pick<LongWork, 'during'>
}

export function createKeys({ systemStore, policy, settings, embedded, redactor, longWork }: Parts): Keys {
  const memory = createMemoryStore()

  const findLocation = (profileId: string) =>
    settings.get().profiles.find(({ id }) => id === profileId)?.keyAt
  const removeFromStore: Keys['forget'] = async (profileId, location = findLocation(profileId)) =>
    location === 'keychain' ? await removeKey(systemStore, profileId) : ok(null)
  const forget: Keys['forget'] = async (profileId, location) => {
    const removed = await removeFromStore(profileId, location)
    if (removed.ok) await memory.remove(profileId)
    return removed
  }
  const put: Keys['put'] = async (profileId, key, keep = 'keychain') => {
    redactor.learn(key)
    // A policy that sets the key store leaves no choice.
    const store = keep === 'memory' && policy.keyStore === null ? null : await systemStore.store()
    const saved = await longWork.during('saveKey', () => (store ?? memory).set(profileId, key))
    if (!saved.ok) return fail(toProblem(saved, redactor, 'key_store_failed'))
    if (store) await memory.remove(profileId)
    else await removeFromStore(profileId)
    return ok(store ? 'keychain' : 'memory')
  }

  const read = async ({ id, keyAt }: StoredProfile): Promise<Result<string>> => {
    const inMemory = await memory.get(id)
    if (inMemory.ok && inMemory.value !== null) return ok(inMemory.value)
    if (keyAt === 'none') return fail({ code: 'key_missing' })
    const entry = await (await systemStore.store())?.get(id)
    if (entry?.ok && entry.value !== null) return ok(entry.value)
    if (entry && !entry.ok) return fail(toProblem(entry, redactor, 'key_unreadable'))
    return fail(await missingKeyProblem(systemStore))
  }

  /** Replaces an unreadable key with a new one. Possible because the app operates the service on this computer. */
  const replace = async (profile: StoredProfile): Promise<Result<string>> => {
    const key = await embedded.createNewKey()
    if (!key.ok) return key
    const saved = await put(profile.id, key.value)
    if (!saved.ok) await memory.set(profile.id, key.value)
    const location = saved.ok ? saved.value : 'memory'
    if (!(await saveKeyLocation(settings, profile.id, location))) await forget(profile.id, location)
    return key
  }

  /**
   * Replaces a key only once for concurrent callers, because each new key revokes the previous one, which another
   * caller may just have received.
   */
  let pendingReplacement: Promise<Result<string>> | null = null
  let replacementCount = 0
  const replaceOnce = async (profile: StoredProfile, countBefore: number) => {
    if (replacementCount !== countBefore) return await read(profile)
    pendingReplacement ??= replace(profile).finally(() => {
      pendingReplacement = null
      replacementCount++
    })
    return await pendingReplacement
  }

  const canReadSilently = async ({ id, keyAt }: StoredProfile): Promise<boolean> =>
    memory.has(id) || (keyAt !== 'none' && (await systemStore.state()).reason === null)

  return {
    put,
    of: async (profile) => {
      const countBefore = replacementCount
      const key = await read(profile)
      if (key.ok) redactor.learn(key.value)
      return key.ok || profile.kind === 'remote' ? key : await replaceOnce(profile, countBefore)
    },
    canReadSilently,
    learn: async (profile) => {
      const key = (await canReadSilently(profile)) ? await read(profile) : null
      if (key?.ok) redactor.learn(key.value)
    },
    forget,
    locationOf: ({ id, keyAt }) => (memory.has(id) ? 'memory' : keyAt),
  }
}

/**
 * Saves a key, and then its location with `record`, which returns whether the profile still exists. If it doesn't, or if
 * that fails for a profile without a key, deletes the key again, because nothing would ever read or remove it.
 */
export async function saveKey(
  keys: Keys,
  { profile, key, keep }: { profile: StoredProfile; key: string; keep: 'keychain' | 'memory' | undefined },
  record: (location: 'keychain' | 'memory') => Promise<boolean>,
): Promise<Result<'keychain' | 'memory'>> {
  const isNew = keys.locationOf(profile) === 'none'
  const saved = await keys.put(profile.id, key, keep)
  if (!saved.ok) return saved
  try {
    if (await record(saved.value)) return saved
  } catch (error) {
    if (isNew) await keys.forget(profile.id, saved.value)
    throw error
  }
  await keys.forget(profile.id, saved.value)
  return fail({ code: 'profile_not_found' })
}

/**
 * Saves where a key is stored. Keys in memory are lost when the app closes, so those are saved as `none`. Returns
 * whether the profile still exists.
 */
export async function saveKeyLocation(
  settings: SettingsFile,
  id: string,
  location: KeyLocation,
): Promise<boolean> {
  const keyAt = location === 'keychain' ? 'keychain' : 'none'
  await settings.change((old) => ({
    ...old,
    profiles: old.profiles.map((profile) => (profile.id === id ? { ...profile, keyAt } : profile)),
  }))
  return settings.get().profiles.some((profile) => profile.id === id)
}

/** Returns the problem for an entry that should exist but isn't visible. */
async function missingKeyProblem(systemStore: SystemStore): Promise<Problem> {
  const { kind, name, reason } = await systemStore.state()
  if (reason === 'locked') return { code: 'key_store_locked', detail: `${name} is locked.` }
  if (reason === 'bus_hangs') return { code: 'key_store_bus_hangs' }
  if (kind === 'memory')
    return { code: 'key_unreadable', detail: `There is currently no key store: ${reason ?? 'none'}.` }
  return { code: 'key_unreadable', detail: `${name} has no such entry.` }
}

type KeyStoreFailure = Extract<KeyStoreResult<unknown>, { ok: false }>

const byReason: Partial<Record<KeyStoreError, Problem['code']>> = {
  timed_out: 'key_store_timeout',
  locked: 'key_store_locked',
  denied: 'key_store_denied',
}

function toProblem({ reason, detail }: KeyStoreFailure, redactor: Redactor, code: Problem['code']): Problem {
  return { code: byReason[reason] ?? code, detail: redactor.redact(`${reason}: ${detail}`).slice(0, 500) }
}
