import { randomUUID } from 'node:crypto'
import type { CallOutput } from '../../contract/app/calls/calls.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { createPendingCalls } from '../concurrency/pendingCalls.ts'
import { done } from './done.ts'
import { ignoreStorageProblem } from '../folder/storageProblem.ts'
import type { StoredProfile, Settings } from '../settings/shape.ts'
import { withSchemes } from '../profiles/confirmedSchemes.ts'
import { keyInProfile } from '../profiles/keyInProfile.ts'
import { findProfile, insertCopy, isManaged, reorderProfiles, toSavedProfile } from '../profiles/profiles.ts'
import { saveProfile, withProfile } from '../profiles/save.ts'
import { exportProfiles, importProfiles, readProfileFile } from '../profiles/transfer.ts'
import type { ImportedProfiles } from '../profiles/transfer.ts'
import { startLocalProfile } from '../profiles/tryLocal.ts'
import type { AppServices } from '../appServices.ts'

export function profileHandlers(parts: AppServices) {
  const { settings, keys, policy, records, redactor } = parts
  const isAllowed = ({ baseUrl }: StoredProfile) => parts.network.allows(new URL(baseUrl))
  /** Changes settings of a profile that still exists. */
  const changeKnown = async (id: string, change: (all: Settings) => Settings) => {
    const profile = findProfile(settings, id)
    return profile.ok ? await done(settings.change(change)) : profile
  }
  // A second click while the service starts shares the pending result.
  const sharePending = createPendingCalls<Result<StoredProfile>>()
  return {
    'profiles.save': async (input) => {
      const saved = await saveProfile(parts, input)
      return saved.ok ? ok(toSavedProfile(saved.value, parts)) : saved
    },
    'profiles.confirmSchemes': ({ id, schemes, isWithdrawn }) =>
      changeKnown(id, (all) => withSchemes(all, id, schemes, isWithdrawn)),
    'profiles.schemes': ({ id }) => {
      const profile = findProfile(settings, id)
      return profile.ok ? ok({ schemes: settings.get().confirmedSchemes[id] ?? [] }) : profile
    },
    'profiles.remove': async ({ id }) => {
      const profile = findProfile(settings, id)
      if (!profile.ok) return profile
      if (isManaged(profile.value, policy)) return fail({ code: 'managed' })
      const removed = await keys.forget(id)
      if (!removed.ok) return removed
      await settings.change((all) => withoutProfile(all, id))
      // After the settings, so that a request that ends meanwhile doesn't save them again. On a full disk, they are removed
      // with the next write.
      await ignoreStorageProblem(parts.rulesCache.forget(id))
      return ok(null)
    },
    'profiles.use': ({ id, environment }) =>
      changeKnown(id, (all) => ({ ...all, current: { profileId: id, environment } })),
    'profiles.tryLocal': async () => {
      const started = await sharePending('profiles.tryLocal', () => startLocalProfile(parts))
      if (!started.ok) return started
      const saved = findProfile(settings, started.value.id)
      return saved.ok ? ok(toSavedProfile(saved.value, parts)) : saved
    },
    'profiles.usage': async ({ id }) => {
      const profile = findProfile(settings, id)
      return profile.ok ? ok({ links: await records.countByProfile(id) }) : profile
    },
    'profiles.reorder': ({ ids }) =>
      done(settings.change((all) => ({ ...all, profiles: reorderProfiles(all.profiles, ids) }))),
    'profiles.duplicate': async ({ id }) => {
      const profile = findProfile(settings, id)
      if (!profile.ok) return profile
      if (!isAllowed(profile.value)) return fail({ code: 'service_not_allowed' })
      const copyId = randomUUID()
      await settings.change((all) => ({ ...all, profiles: insertCopy(all.profiles, id, copyId) }))
      const copy = findProfile(settings, copyId)
      return copy.ok ? ok(toSavedProfile(copy.value, parts)) : copy
    },
    'profiles.export': async ({ ids }) => {
      const { profiles } = settings.get()
      for (const profile of profiles) await keys.learn(profile)
      return ok(exportProfiles(profiles, redactor, ids))
    },
    'qrStyles.get': ({ id }) => {
      const { qrStyles } = settings.get()
      return ok(Object.hasOwn(qrStyles, id) ? (qrStyles[id] ?? null) : null)
    },
    'qrStyles.set': ({ id, style }) =>
      changeKnown(id, (all) => ({ ...all, qrStyles: { ...all.qrStyles, [id]: style } })),
    'profiles.import': ({ text }) => importFile(parts, text, isAllowed),
  } satisfies Partial<Handlers>
}

async function importFile(
  parts: AppServices,
  text: string,
  isAllowed: (profile: StoredProfile) => boolean,
): Promise<Result<CallOutput<'profiles.import'>>> {
  const { settings, keys, redactor } = parts
  const file = readProfileFile(text)
  if (!file) return fail({ code: 'file_not_profiles' })
  for (const profile of settings.get().profiles) await keys.learn(profile)
  const findProblem = (profile: StoredProfile) =>
    isAllowed(profile) ? (keyInProfile(profile, redactor)?.code ?? null) : 'service_not_allowed'
  let imported: ImportedProfiles = { added: [], skipped: [] }
  await settings.change((all) => {
    imported = importProfiles(file, all.profiles, findProblem)
    return imported.added.reduce(withProfile, all)
  })
  return ok({
    added: imported.added.map((profile) => toSavedProfile(profile, parts)),
    skipped: imported.skipped.map(({ name, why }) => ({ name: redactor.redact(name), why })),
  })
}

/** Returns the settings without a profile and everything that belongs to it. */
function withoutProfile(all: Settings, id: string): Settings {
  const profiles = all.profiles.filter((entry) => entry.id !== id)
  const withoutEntry = <T>(byProfile: Record<string, T>) =>
    Object.fromEntries(Object.entries(byProfile).filter(([profileId]) => profileId !== id))
  return {
    ...all,
    profiles,
    qrStyles: withoutEntry(all.qrStyles),
    sharing: withoutEntry(all.sharing),
    confirmedSchemes: withoutEntry(all.confirmedSchemes),
  }
}
