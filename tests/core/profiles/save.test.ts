import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Keys } from '../../../core/keys/keys.ts'
import { saveKeyLocation } from '../../../core/keys/storedKeys.ts'
import { createNotices } from '../../../core/notices.ts'
import { noPolicy } from '../../../core/policy/policy.ts'
import { saveProfile } from '../../../core/profiles/save.ts'
import { createRedactor } from '../../../core/redactor.ts'
import { openSettings } from '../../../core/settings/settings.ts'
import type { SettingsFile } from '../../../core/settings/settings.ts'
import { createRemoteProfile } from '../../../core/settings/remoteProfile.ts'
import type { StoredProfile } from '../../../core/settings/shape.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'

const input = {
  ...{ name: 'Shop', baseUrl: 'https://s.example', linkHosts: [] },
  environmentValues: { production: 'production', development: 'development' },
}

let folder: string
let settings: SettingsFile
beforeEach(async () => {
  folder = await temporaryFolder()
  settings = openSettings(folder, createNotices())
})
afterEach(() => removeFolder(folder))

async function add(more: Partial<StoredProfile> = {}): Promise<StoredProfile> {
  const created = createRemoteProfile(input)
  if (!created.ok) throw new Error('The profile is invalid.')
  const profile = { ...created.value, ...more }
  await settings.change((all) => ({ ...all, profiles: [profile] }))
  return profile
}

/** Renames a profile. Meanwhile, while its key is looked for in its texts, something else changes it. */
async function rename(id: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const keys = { learn: async () => void (await meanwhile()) } as unknown as Keys
  const network = { allows: () => true }
  const parts = { settings, keys, redactor: createRedactor(), policy: noPolicy, network }
  const profile = { ...input, name: 'Store' }
  expect(await saveProfile(parts, { id, profile, keep: 'keychain' })).toMatchObject({ ok: true })
}

it('a profile that is renamed while its key is saved keeps the key', async () => {
  const { id } = await add()
  await rename(id, () => saveKeyLocation(settings, id, 'keychain'))
  expect(settings.get().profiles).toMatchObject([{ name: 'Store', keyAt: 'keychain' }])
})

it('a profile of the service on this computer that is renamed while the service starts keeps its new address', async () => {
  const { id } = await add({ kind: 'embedded', baseUrl: 'http://127.0.0.1:4000/api/v1/sdk' })
  const baseUrl = 'http://127.0.0.1:5000/api/v1/sdk'
  await rename(id, () =>
    settings.change((all) => ({
      ...all,
      profiles: all.profiles.map((profile) => ({ ...profile, baseUrl, linkHosts: ['127.0.0.1:5000'] })),
    })),
  )
  expect(settings.get().profiles).toMatchObject([{ name: 'Store', baseUrl, linkHosts: ['127.0.0.1:5000'] }])
})
