import { expect, it } from 'vitest'
import { saveKeyLocation } from '../../../core/keys/storedKeys.ts'
import { emptySettings } from '../../../core/settings/shape.ts'
import { createRemoteProfile } from '../../../core/settings/remoteProfile.ts'

it('a key that is replaced in the same place needs no space on the disk', async () => {
  const environmentValues = { production: 'production', development: 'development' }
  const input = { name: 'Shop', baseUrl: 'https://s.example', linkHosts: [], environmentValues }
  const created = createRemoteProfile(input)
  if (!created.ok) throw new Error('The profile is invalid.')
  const profile = { ...created.value, keyAt: 'keychain' as const }
  const settings = {
    get: () => ({ ...emptySettings, profiles: [profile] }),
    change: () => Promise.reject(new Error('The disk is full.')),
  }
  expect(await saveKeyLocation(settings, profile.id, 'keychain')).toBeNull()
  await expect(saveKeyLocation(settings, profile.id, 'none')).rejects.toThrow('The disk is full.')
})
