import type { profileCalls } from '../../contract/calls/profiles.ts'
import { ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Embedded } from '../embedded/embedded.ts'
import type { Keys } from '../keys/keys.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { KeptProfile } from '../settings/shape.ts'
import { profileById, shown } from './profiles.ts'
import { saveProfile } from './save.ts'
import { tryLocal } from './tryLocal.ts'

interface Parts {
  settings: SettingsFile
  keys: Keys
  embedded: Embedded
}

export function profileHandlers(parts: Parts): Pick<Handlers, keyof typeof profileCalls> {
  const { settings, keys } = parts
  // A second click while the service starts is the same wish.
  let trying: Promise<Result<KeptProfile>> | null = null
  return {
    'profiles.save': async (input) => {
      const saved = await saveProfile(parts, input)
      return saved.ok ? ok(shown(saved.value, keys)) : saved
    },
    'profiles.remove': async ({ id }) => {
      const profile = profileById(settings, id)
      if (!profile.ok) return profile
      await keys.forget(id)
      await settings.change((all) => {
        const profiles = all.profiles.filter((entry) => entry.id !== id)
        const next = profiles[0] ? { profileId: profiles[0].id, environment: 'development' as const } : null
        return { ...all, profiles, current: all.current?.profileId === id ? next : all.current }
      })
      return ok(null)
    },
    'profiles.use': async ({ id, environment }) => {
      const profile = profileById(settings, id)
      if (!profile.ok) return profile
      await settings.change((all) => ({ ...all, current: { profileId: id, environment } }))
      return ok(null)
    },
    'profiles.tryLocal': async () => {
      trying ??= tryLocal(parts).finally(() => (trying = null))
      const tried = await trying
      if (!tried.ok) return tried
      const saved = profileById(settings, tried.value.id)
      return saved.ok ? ok(shown(saved.value, keys)) : saved
    },
  }
}
