import { randomUUID } from 'node:crypto'
import { apiPrefix } from '../../contract/headers.ts'
import { ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Embedded } from '../embedded/embedded.ts'
import type { Keys } from '../keys/keys.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile } from '../settings/shape.ts'
import { withProfile } from './save.ts'

interface Parts {
  settings: SettingsFile
  keys: Keys
  embedded: Embedded
}

/** Starts the service on this computer, creates its profile with a working key, and makes it current. */
export async function startLocalProfile({ settings, keys, embedded }: Parts): Promise<Result<StoredProfile>> {
  const service = await embedded.running()
  if (!service.ok) return service
  const existing = settings.get().profiles.find(({ kind }) => kind === 'embedded')
  const profile = existing ?? createLocalProfile(service.value.origin)
  await settings.change((all) => ({
    ...withProfile(all, profile),
    current: { profileId: profile.id, environment: 'development' },
  }))
  // Reading the key creates one if it is missing.
  const key = await keys.of(profile)
  return key.ok ? ok(profile) : key
}

function createLocalProfile(origin: string): StoredProfile {
  return {
    id: randomUUID(),
    kind: 'embedded',
    name: 'This computer',
    color: 'teal',
    notes: '',
    hasApp: true,
    baseUrl: origin + apiPrefix,
    linkHosts: [new URL(origin).host],
    environmentValues: { production: 'production', development: 'development' },
    keyAt: 'none',
  }
}
