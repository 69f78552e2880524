import { randomUUID } from 'node:crypto'
import { apiPrefix } from '../../contract/service/api/headers.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Embedded } from '../embedded/embedded.ts'
import type { Keys } from '../keys/keys.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { Settings, StoredProfile } from '../settings/shape.ts'
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
  const findLocal = ({ profiles }: Settings) => profiles.find(({ kind }) => kind === 'embedded')
  await settings.change((all) => {
    const local = findLocal(all) ?? createLocalProfile(service.value.origin)
    return { ...withProfile(all, local), current: { profileId: local.id, environment: 'development' } }
  })
  const profile = findLocal(settings.get())
  if (!profile) return fail({ code: 'profile_not_found' })
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
