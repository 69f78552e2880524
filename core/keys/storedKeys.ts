import { isOtherHost } from '../../contract/service/address/baseUrl.ts'
import type { KeyLocation } from '../../contract/app/profile/keyStore.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { LongWork } from '../longWork.ts'
import type { Policy } from '../policy/policy.ts'
import type { Redactor } from '../redactor.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile } from '../settings/shape.ts'
import { removeAllKeys } from './removeAll.ts'
import { problemOfError, type KeyStoreResult } from './store.ts'
import type { SystemStore } from './systemStore.ts'
import { createUnusedKeys } from './unusedKeys.ts'

/** A key to save, and whether to keep it only in memory. */
export interface NewKey {
  profile: StoredProfile
  key: string
  keep: 'keychain' | 'memory' | undefined
}

/** Saves the location of a key. */
type RecordLocation = (location: 'keychain' | 'memory') => Promise<Problem | null>

interface Parts {
  systemStore: SystemStore
  policy: Pick<Policy, 'keyStore'>
  settings: SettingsFile
  redactor: Redactor
  longWork: Pick<LongWork, 'during'>
}

/** The keys of the profiles, in the system's key store or in the app's memory. */
export function createStoredKeys({ systemStore, policy, settings, redactor, longWork }: Parts) {
  /** Keys by profile, until the app closes: if the system has no key store, or the user prefers this. */
  const memory = new Map<string, string>()
  const unusedKeys = createUnusedKeys(settings)
  const findLocation = (profileId: string) =>
    settings.get().profiles.find(({ id }) => id === profileId)?.keyAt
  const locationOf = ({ id, keyAt }: StoredProfile): KeyLocation => (memory.has(id) ? 'memory' : keyAt)

  const removeFromStore = (profileId: string, location: KeyLocation | undefined = findLocation(profileId)) =>
    removeStoredKey({ systemStore, unusedKeys }, profileId, location)
  const forget = async (profileId: string, location?: KeyLocation): Promise<Result<null>> => {
    const removed = await removeFromStore(profileId, location)
    if (removed.ok) memory.delete(profileId)
    return removed
  }
  const put = async ({ id }: StoredProfile, key: string, keep: NewKey['keep'] = 'keychain') => {
    redactor.learn(key)
    // A policy that sets the key store leaves no choice.
    const store = keep === 'memory' && policy.keyStore === null ? null : await systemStore.store()
    if (!store) {
      memory.set(id, key)
      if (!(await removeFromStore(id)).ok) await unusedKeys.add(id)
      return ok<'keychain' | 'memory'>('memory')
    }
    // Listed before it is saved, because the app may crash, or the store may fail, before its location is recorded.
    if (findLocation(id) !== 'keychain') await unusedKeys.add(id)
    const saved = await longWork.during('saveKey', () => store.set(id, key))
    if (!saved.ok) return fail(toProblem(saved, redactor, 'key_store_failed'))
    memory.delete(id)
    return ok<'keychain' | 'memory'>('keychain')
  }
  const saveAndRecord = async ({ profile, key, keep }: NewKey, record: RecordLocation) => {
    const previous = settings.get().profiles.find(({ id }) => id === profile.id)
    const hasMoved = previous !== undefined && isOtherHost(previous.baseUrl, profile.baseUrl)
    const isNew = locationOf(profile) === 'none' || hasMoved
    const saved = await put(profile, key, keep)
    if (!saved.ok) return saved
    try {
      const problem = await record(saved.value)
      if (!problem) return saved
      await forget(profile.id, saved.value)
      return fail(problem)
    } catch (error) {
      if (isNew) await forget(profile.id, saved.value)
      throw error
    }
  }

  return {
    read: (profile: StoredProfile) => readKey(memory, { systemStore, redactor }, profile),
    /** Returns whether a key can be read without a prompt. */
    canReadSilently: async ({ id, keyAt }: StoredProfile) =>
      memory.has(id) || (keyAt !== 'none' && (await systemStore.state()).reason === null),
    locationOf,
    /**
     * Saves a profile's key and returns where: in memory if the system has no key store or `keep` asks for it. If
     * `record` returns a problem, or throws for a profile without a key for this host, deletes the key again.
     */
    save: async (newKey: NewKey, record: RecordLocation) => {
      const saved = await unusedKeys.whileSaving(newKey.profile.id, () => saveAndRecord(newKey, record))
      const store = saved.ok && saved.value === 'keychain' ? await systemStore.store() : null
      if (store) await unusedKeys.removeFrom(store)
      return saved
    },
    /** Saves a key and its location. If the key store fails, keeps the key in memory. */
    saveAnywhere: (profile: StoredProfile, key: string) =>
      unusedKeys.whileSaving(profile.id, async () => {
        const saved = await put(profile, key)
        if (!saved.ok) {
          await unusedKeys.add(profile.id)
          memory.set(profile.id, key)
        }
        const location = saved.ok ? saved.value : 'memory'
        if (await saveKeyLocation(settings, profile.id, location)) await forget(profile.id, location)
      }),
    /**
     * Deletes a key. Fails if the key store is there but doesn't remove it. The caller updates the profile. `location` is
     * needed if the profile doesn't record it.
     */
    forget,
  }
}

/** Removes a key from the key store. If the store is missing, the entry stays listed as unused. */
async function removeStoredKey(
  { systemStore, unusedKeys }: { systemStore: SystemStore; unusedKeys: ReturnType<typeof createUnusedKeys> },
  profileId: string,
  location: KeyLocation | undefined,
): Promise<Result<null>> {
  const isUnused = unusedKeys.has(profileId) && !unusedKeys.isSaving(profileId)
  if (location !== 'keychain' && !isUnused) return ok(null)
  const remaining = await removeAllKeys(systemStore, [profileId])
  const mustBeRemoved = location === 'keychain' && remaining?.problem.code !== 'key_unreadable'
  if (remaining && mustBeRemoved) return fail(remaining.problem)
  await (remaining ? unusedKeys.add(profileId) : unusedKeys.forget(profileId))
  return ok(null)
}

async function readKey(
  memory: ReadonlyMap<string, string>,
  { systemStore, redactor }: Pick<Parts, 'systemStore' | 'redactor'>,
  { id, keyAt }: StoredProfile,
): Promise<Result<string>> {
  const inMemory = memory.get(id)
  if (inMemory !== undefined) return ok(inMemory)
  if (keyAt === 'none') return fail({ code: 'key_missing' })
  const entry = await (await systemStore.store())?.get(id)
  if (entry?.ok && entry.value !== null) return ok(entry.value)
  if (entry && !entry.ok) return fail(toProblem(entry, redactor, 'key_unreadable'))
  return fail(await missingKeyProblem(systemStore))
}

/**
 * Saves where a key is stored. Keys in memory are lost when the app closes, so those are saved as `none`. Returns a
 * problem if the profile no longer exists.
 */
export async function saveKeyLocation(
  settings: SettingsFile,
  id: string,
  location: KeyLocation,
): Promise<Problem | null> {
  const keyAt = location === 'keychain' ? 'keychain' : 'none'
  const find = () => settings.get().profiles.find((profile) => profile.id === id)
  // Nothing to save, so a key can be replaced even on a full disk.
  if (find()?.keyAt === keyAt) return null
  await settings.change((old) => ({
    ...old,
    profiles: old.profiles.map((profile) => (profile.id === id ? { ...profile, keyAt } : profile)),
  }))
  return find() ? null : { code: 'profile_not_found' }
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

function toProblem({ reason, detail }: KeyStoreFailure, redactor: Redactor, code: Problem['code']): Problem {
  return {
    code: problemOfError[reason] ?? code,
    detail: redactor.redact(`${reason}: ${detail}`).slice(0, 500),
  }
}
