import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../../contract/app/problems/result.ts'
import { writeSharedFile } from '../../../contract/service/rules/writeSharedFile.ts'
import { createInFlight } from '../../../core/inFlight.ts'
import { createNotices } from '../../../core/notices.ts'
import { openSettings } from '../../../core/settings/settings.ts'
import type { SettingsFile } from '../../../core/settings/settings.ts'
import { createRemoteProfile } from '../../../core/settings/remoteProfile.ts'
import { openRulesCache } from '../../../core/sharing/rulesCache.ts'
import type { RulesCache } from '../../../core/sharing/rulesCache.ts'
import { createServiceRules } from '../../../core/sharing/serviceRules.ts'
import type { ServiceRules } from '../../../core/sharing/serviceRules.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'

const oldUrl = 'https://old.example/api/v1/sdk'
const newUrl = 'https://new.example/api/v1/sdk'
const rulesText = writeSharedFile({ rules: { source: { values: ['newsletter'] } } as never })

let folder: string
let settings: SettingsFile
let cache: RulesCache
let profileId: string
/** Runs while the rules are requested. */
let meanwhile: () => Promise<void>
let requested: string[]
let serviceRules: ServiceRules
beforeEach(async () => {
  folder = await temporaryFolder()
  settings = openSettings(folder, createNotices())
  const environmentValues = { production: 'production', development: 'development' }
  const profile = createRemoteProfile({ name: 'Shop', baseUrl: oldUrl, linkHosts: [], environmentValues })
  if (!profile.ok) throw new Error('The profile is invalid.')
  profileId = profile.value.id
  await settings.change((all) => ({ ...all, profiles: [profile.value] }))
  cache = openRulesCache(folder, settings)
  requested = []
  meanwhile = () => Promise.resolve()
  serviceRules = createServiceRules({
    ...{ settings, cache, inFlight: createInFlight() },
    intervals: { backgroundMs: 0, shownMs: 0 },
    services: { has: () => true, offers: () => true },
    keys: { canReadSilently: () => Promise.resolve(true) },
    destination: () => {
      const { baseUrl } = settings.get().profiles[0] ?? { baseUrl: '' }
      return Promise.resolve(ok({ profile: null, baseUrl, environment: 'production', key: 'k' }))
    },
    client: {
      announces: () => Promise.resolve(true),
      rules: async ({ baseUrl }) => {
        requested.push(baseUrl)
        await meanwhile()
        return ok({ kind: 'rules', text: rulesText, etag: '"1"' })
      },
    },
  })
})
afterEach(() => removeFolder(folder))

const move = () =>
  settings.change((all) => ({
    ...all,
    profiles: all.profiles.map((profile) => ({ ...profile, baseUrl: newUrl })),
  }))

it('the rules of a service aren’t kept if the profile’s address is changed while they are requested', async () => {
  meanwhile = move
  expect(await serviceRules.readIfDue(profileId)).toBe(false)
  expect([cache.get(profileId, oldUrl), cache.get(profileId, newUrl)]).toEqual([null, null])
  expect(settings.get().sharing).toEqual({})
  meanwhile = () => Promise.resolve()
  expect(await serviceRules.readIfDue(profileId)).toBe(true)
  expect(requested).toEqual([oldUrl, newUrl])
  expect(cache.get(profileId, newUrl)).toMatchObject({ text: rulesText })
})

it('the rules of a service are used even if they can’t be saved', async () => {
  const full = Object.assign(new Error('There is no space.'), { code: 'ENOSPC' })
  cache.set = () => Promise.reject(full)
  expect(await serviceRules.readIfDue(profileId)).toBe(true)
})
