import { beforeEach, expect, it } from 'vitest'
import { entryTexts } from '../../../contract/app/rules/sharedEntries.ts'
import type { SharedChange } from '../../../contract/app/rules/sharedEntries.ts'
import { sharedFileFormat, sharedFileVersion } from '../../../contract/service/rules/sharedFile.ts'
import { sharingHandlers } from '../../../core/handlers/sharing.ts'
import { createNotices } from '../../../core/notices.ts'
import type { Notices } from '../../../core/notices.ts'
import { createRedactor } from '../../../core/redactor.ts'
import { emptySettings } from '../../../core/settings/shape.ts'
import type { SettingsFile } from '../../../core/settings/settings.ts'
import { createRemoteProfile } from '../../../core/settings/remoteProfile.ts'
import { createSharing } from '../../../core/sharing/sharing.ts'
import type { Sharing } from '../../../core/sharing/sharing.ts'

const change: SharedChange = { kind: 'rule', name: 'source', before: null, after: '{"values":["a"]}' }
const content = {
  ...({ format: sharedFileFormat, version: sharedFileVersion } as const),
  rules: { source: { values: ['a'] } },
} as never

let notices: Notices
let settings: SettingsFile
let sharing: Sharing
let profileId: string
let ownRules: object
const shared = {
  read: () => {
    const own = { rules: ownRules, presets: [], views: [] }
    return Promise.resolve({
      content: own,
      texts: entryTexts(own as never),
      ids: new Map(),
      leftOut: [],
    } as never)
  },
  apply: () => {
    ownRules = { source: { values: ['a'] } }
    return Promise.resolve({ undo: [change] })
  },
}
beforeEach(() => {
  ownRules = {}
  notices = createNotices()
  const environmentValues = { production: 'production', development: 'development' }
  const profile = createRemoteProfile({
    ...{ name: 'Shop', baseUrl: 'https://s.example', linkHosts: [], environmentValues },
  })
  if (!profile.ok) throw new Error('The profile is invalid.')
  profileId = profile.value.id
  const all = {
    ...emptySettings,
    profiles: [profile.value],
    sharing: { [profileId]: { service: { decided: {}, follows: true } } },
  }
  // The disk is full.
  const full = Object.assign(new Error('There is no space.'), { code: 'ENOSPC' })
  settings = { get: () => all, change: () => Promise.reject(full) }
  const snapshot = { where: 's.example', readAt: null, errors: [], content }
  const service = { poll: () => snapshot, readIfDue: () => Promise.resolve(false) }
  sharing = createSharing({ settings, shared, notices, service })
})

it('rules that a service changed are announced even if the decision can’t be saved', async () => {
  expect(await sharing.compare(profileId)).toMatchObject({ ok: true, value: { changes: [] } })
  expect(notices.list()).toMatchObject([{ title: 'Rules of “Shop” were changed by its service' }])
})

it('repeated changes by a followed service share one notice until it is dismissed', async () => {
  await sharing.compare(profileId)
  ownRules = {}
  await sharing.compare(profileId)
  const [notice, ...others] = notices.list()
  expect(others).toEqual([])
  expect(notice?.text).toContain('Changed: source.')
  notices.dismiss(notice?.id ?? '')
  ownRules = {}
  await sharing.compare(profileId)
  expect(notices.list()).toHaveLength(1)
})

it('changes that were applied can be undone even if the decision can’t be saved', async () => {
  const parts = { settings, shared, sharing, redactor: createRedactor() }
  const handlers = sharingHandlers(parts as unknown as Parameters<typeof sharingHandlers>[0])
  const input = { profileId, changes: [change], isFromService: true, isUndo: false } as const
  expect(await handlers['sharing.apply']({ ...input, changes: [change] })).toEqual({
    ok: true,
    value: { isCurrent: true, undo: [change], errors: [] },
  })
})
