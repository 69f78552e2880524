import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { learnLinkDomain } from '../../../core/profiles/learnLinkDomain.ts'
import { withProfile } from '../../../core/profiles/save.ts'
import { createRemoteProfile } from '../../../core/settings/remoteProfile.ts'
import { openSettings } from '../../../core/settings/settings.ts'
import { profileInput } from '../../../contract/app/profile/profile.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'

let folder: string
beforeEach(async () => void (folder = await temporaryFolder()))
afterEach(() => removeFolder(folder))

it('a link domain that many links teach at the same time is added once, and never more than the maximum', async () => {
  const settings = openSettings(folder, createNotices())
  const input = { name: 'Shop', baseUrl: 'https://s.example', linkHosts: ['l.example'] }
  const profile = createRemoteProfile(profileInput.parse(input))
  if (!profile.ok) throw new Error(profile.problem.code)
  await settings.change((all) => withProfile(all, profile.value))
  const learn = (link: string) => learnLinkDomain(settings, profile.value.id, link)
  const hosts = () => settings.get().profiles[0]?.linkHosts
  await Promise.all(['https://n.example/1', 'https://n.example/2', 'https://n.example/3'].map(learn))
  expect(hosts()).toEqual(['l.example', 'n.example'])
  await Promise.all(Array.from({ length: 30 }, (_, index) => learn(`https://${index}.example/1`)))
  expect(hosts()).toHaveLength(20)
})
