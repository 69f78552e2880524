import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { enrolmentLink } from '../../../contract/service/keys/enrolmentLink.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createNotices } from '../../../core/notices.ts'
import { noPolicy } from '../../../core/policy/policy.ts'
import { defaultKey } from '../../../service/keys/issue.ts'
import type { KeyTerms } from '../../../service/keys/issue.ts'
import { invite } from '../../../service/keys/invite.ts'
import { findLeaks, readFilesBelow } from '../../browser/leaks.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { createFakeKeyStore } from '../harness/fakeKeyStore.ts'
import { createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let service: TestService
let server: TestServer | null
let passedAddress: string | null
beforeEach(async () => {
  passedAddress = null
  server = null
  folder = await temporaryFolder()
  service = await startTestService()
  const takeInvitation = () => {
    const address = passedAddress
    passedAddress = null
    return address
  }
  app = await startApp(folder, { takeInvitation })
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await server?.stop()
  await removeFolder(folder)
})

const createInvitation = (terms: Partial<KeyTerms> = {}) =>
  invite(service.store, service.project, { ...defaultKey, name: 'anna', ...terms }, Date.now() + 3_600_000)
const baseUrl = (origin = service.origin) => `${origin}/api/v1/sdk`
const createLink = async (origin = service.origin, invitation?: string) =>
  enrolmentLink({ service: baseUrl(origin), invitation: invitation ?? (await createInvitation()) })
/** Reads a pasted invitation, and returns how the app refers to it. */
async function open(text: string): Promise<string> {
  const opened = await app.get('enrolment.open', { text })
  if (!opened) throw new Error('There is none.')
  return opened.id
}
const name = 'Web shop'

describe('an invitation', () => {
  it('an invitation becomes a profile with a working key, in its environment', async () => {
    const text = await createLink(
      service.origin,
      await createInvitation({ environment: 'production', scope: 'create-only' }),
    )
    const opened = await app.get('enrolment.open', { text })
    expect(opened).toMatchObject({ service: baseUrl(), profiles: [] })
    const id = opened?.id ?? ''
    expect(await app.get('enrolment.check', { id })).toMatchObject({
      ...{ projectName: 'Test', keyName: 'anna', scope: 'create-only', environment: 'production' },
    })
    const profile = await app.get('enrolment.accept', { id, name })
    expect(profile).toMatchObject({ name, baseUrl: baseUrl(), key: 'memory', defaults: 'ours' })
    expect((await app.get('app.state', {})).current).toEqual({
      profileId: profile.id,
      environment: 'production',
    })
    const target = { profileId: profile.id, environment: 'production' } as const
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
    const [link] = await service.store.scanLinks(-1, 1)
    expect(link?.keyName).toBe('anna')
    expect(await app.problem('enrolment.check', { id })).toMatchObject({ code: 'invitation_not_valid' })
  })

  it('a further profile of a service gets a colour of its own, and the rules of another one on request', async () => {
    const join = async (rulesOf?: string) => {
      const name = `anna${String(Math.random()).slice(2, 8)}`
      const id = await open(await createLink(service.origin, await createInvitation({ name })))
      return await app.get('enrolment.accept', { id, name, keep: 'memory', ...(rulesOf && { rulesOf }) })
    }
    const first = await join()
    const rules = trackingRules.parse({ source: { values: ['newsletter'] } })
    await app.get('rules.save', { profileId: first.id, rules })
    const [second, third] = [await join(), await join(first.id)]
    expect(second.color).not.toBe(first.color)
    expect(await app.get('rules.get', { profileId: second.id })).toEqual({ rules: {} })
    expect(await app.get('rules.get', { profileId: third.id })).toEqual({ rules })
  })

  it('an invitation stays unused if its profile can’t get the rules of another one', async () => {
    const accept = async (id: string, rulesOf?: string) =>
      await app.call('enrolment.accept', { id, name, keep: 'memory', ...(rulesOf && { rulesOf }) })
    await accept(await open(await createLink()))
    const [first] = (await app.get('app.state', {})).profiles
    await app.get('rules.save', {
      profileId: first?.id ?? '',
      rules: trackingRules.parse({ tags: { isWarning: true } }),
    })
    await app.core.close()
    openLibrary(folder, createNotices(), [...migrations, 'SELECT 1']).sql.close()
    app = await startApp(folder)
    const id = await open(await createLink(service.origin, await createInvitation({ name: 'mia' })))
    expect(await accept(id, first?.id)).toMatchObject({ problem: { code: 'library_newer' } })
    expect((await service.store.listKeys(service.project)).map((key) => key.name)).not.toContain('mia')
    expect(await accept(id)).toMatchObject({ ok: true })
  })

  it('whether a key may invite others is known without an invitation', async () => {
    const id = await open(await createLink())
    const { id: profileId } = await app.get('enrolment.accept', { id, name, keep: 'memory' })
    expect(await app.get('enrolment.mayInvite', { profileId })).toEqual({ mayInvite: false })
    await service.store.allowKeys(service.project, 'anna', { mayInvite: true })
    await expect
      .poll(() => app.get('enrolment.mayInvite', { profileId }), { timeout: 5_000 })
      .toEqual({ mayInvite: true })
    const link = await app.get('enrolment.invite', { profileId, name: 'mia', hours: 24 })
    expect(link).toMatchObject({ keyName: 'mia' })
  })

  it('an invitation and its key are in no answer, file or list of requests', async () => {
    const invitation = await createInvitation()
    const id = await open(await createLink(service.origin, invitation))
    await app.get('enrolment.check', { id })
    await app.get('enrolment.accept', { id, name })
    const { entries } = await app.get('activity.list', {})
    expect(entries.map(({ operation }) => operation)).toContain('enroll')
    for (const entry of entries) await app.get('activity.get', { id: entry.id })
    await app.core.close()
    const texts = { answers: app.answers.join(), ...(await readFilesBelow(folder)) }
    expect(findLeaks(invitation, texts)).toEqual([])
    expect(
      Object.entries(texts)
        .filter(([, text]) => /lwk_[2-9A-Za-z]{20}/.test(text))
        .map(([file]) => file),
    ).toEqual([])
    app = await startApp(folder)
  })

  it('an invitation from another program is read once, without a request', async () => {
    server = await startServer((_, response) => json(response, 404, {}))
    passedAddress = await createLink(server.origin)
    expect(await app.get('enrolment.open', {})).toMatchObject({ service: baseUrl(server.origin) })
    expect(await app.get('enrolment.open', {})).toBeNull()
    expect(server.requests).toEqual([])
  })

  it('an invitation lists the existing profiles of its service, and only the latest one can be accepted', async () => {
    const first = await open(await createLink())
    await app.get('enrolment.accept', { id: first, name })
    const laterInvitation = await app.get('enrolment.open', {
      text: await createLink(service.origin, await createInvitation({ name: 'b' })),
    })
    expect(laterInvitation?.profiles).toMatchObject([{ name, key: 'memory' }])
    await open(await createLink(service.origin, await createInvitation({ name: 'c' })))
    expect(await app.problem('enrolment.accept', { id: laterInvitation?.id ?? '', name })).toMatchObject({
      code: 'invitation_not_valid',
    })
  })

  it('an invitation sets the key of the service’s profile that has none, such as a managed one, and of no other', async () => {
    await app.core.close()
    const preset = {
      ...{ name: 'Preset', baseUrl: baseUrl(), linkHosts: [] },
      environmentValues: { production: 'production', development: 'development' },
    }
    app = await startApp(folder, {
      policy: { ...noPolicy, profiles: [preset], managed: ['profiles'] },
    })
    const opened = await app.get('enrolment.open', { text: await createLink() })
    const [managed] = opened?.profiles ?? []
    expect(managed).toMatchObject({ name: 'Preset', key: 'none' })
    const [id, profileId] = [opened?.id ?? '', managed?.id ?? '']
    const otherProfile = { name: 'Elsewhere', baseUrl: 'https://evil.example' }
    const other = await app.get('profiles.save', { profile: otherProfile })
    for (const wrong of [other.id, 'none'])
      expect(await app.problem('enrolment.accept', { id, name, profileId: wrong })).toMatchObject({
        code: 'profile_not_found',
      })
    expect(await app.get('enrolment.accept', { id, name, profileId })).toMatchObject({
      ...{ id: profileId, name: 'Preset', managed: true, key: 'memory' },
    })
    expect((await app.get('app.state', {})).profiles).toHaveLength(2)
    const secondId = await open(await createLink(service.origin, await createInvitation({ name: 'second' })))
    expect((await app.problem('enrolment.accept', { id: secondId, name, profileId })).code).toBe(
      'profile_not_found',
    )
  })

  it('an invitation that was dismissed is forgotten, and stays unused', async () => {
    const text = await createLink()
    const id = await open(text)
    await app.get('enrolment.dismiss', { id })
    expect(await app.problem('enrolment.accept', { id, name })).toMatchObject({
      code: 'invitation_not_valid',
    })
    await app.get('enrolment.accept', { id: await open(text), name })
  })

  it('an invitation stays unused if the key store can’t save its key', async () => {
    await app.core.close()
    const store = createFakeKeyStore()
    const system = { platform: 'darwin', env: {} } as const
    app = await startApp(folder, { startKeyChild: store.start }, { system })
    store.refused.set = 'User interaction is not allowed.'
    const text = await createLink()
    const id = await open(text)
    expect(await app.problem('enrolment.accept', { id, name })).toMatchObject({ code: 'key_store_locked' })
    await app.get('enrolment.dismiss', { id })
    expect((await service.store.listKeys(service.project)).map((key) => key.name)).not.toContain('anna')
    store.refused = {}
    expect(await app.get('enrolment.accept', { id: await open(text), name })).toMatchObject({
      key: 'keychain',
    })
  })

  it('an invitation that is refused leaves no key in the key store', async () => {
    await app.core.close()
    const store = createFakeKeyStore()
    const system = { platform: 'darwin', env: {} } as const
    app = await startApp(folder, { startKeyChild: store.start }, { system })
    server = await startServer((_, response) => json(response, 404, {}))
    const id = await open(await createLink(server.origin))
    expect((await app.problem('enrolment.accept', { id, name })).code).toBe('not_the_service')
    expect([...store.entries.keys()]).toEqual([])
    expect((await app.get('app.state', {})).profiles).toEqual([])
  })

  it('an invitation accepted twice at once adds one profile', async () => {
    const id = await open(await createLink())
    const profiles = await Promise.all([1, 2].map(() => app.get('enrolment.accept', { id, name })))
    expect(profiles[0]?.id).toBe(profiles[1]?.id)
    expect((await app.get('app.state', {})).profiles).toHaveLength(1)
  })

  describe('whose answer was lost', () => {
    const namedKeys = async () =>
      (await service.store.listKeys(service.project)).filter((key) => key.name === 'anna')
    beforeEach(async () => {
      let isLost = false
      server = await startServer((_, response, body) => {
        void fetch(`${baseUrl()}/enroll`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
        }).then(async (answer) => {
          const text = await answer.text()
          if (body.includes('"key"') && !isLost) {
            isLost = true
            response.socket?.destroy()
          } else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text)
        })
      })
    })

    it('an invitation whose answer was lost can be accepted again', async () => {
      const id = await open(await createLink(server?.origin))
      expect((await app.call('enrolment.accept', { id, name })).ok).toBe(false)
      expect(await app.get('enrolment.accept', { id, name })).toMatchObject({ name })
      expect(await namedKeys()).toHaveLength(1)
    })

    it('an invitation whose answer was lost can be opened and accepted again after it was dismissed', async () => {
      const text = await createLink(server?.origin)
      const id = await open(text)
      expect((await app.call('enrolment.accept', { id, name })).ok).toBe(false)
      await app.get('enrolment.dismiss', { id })
      const again = await open(text)
      expect(await app.get('enrolment.check', { id: again })).toMatchObject({ keyName: 'anna' })
      expect(await app.get('enrolment.accept', { id: again, name })).toMatchObject({ name })
      expect(await namedKeys()).toHaveLength(1)
    })
  })

  it('an invitation whose answer was lost never sends its key to another service', async () => {
    const invitation = await createInvitation()
    const bodies: string[] = []
    const refusal = { error: 'No.', code: 'invitation_not_valid', stored: 'no', request_id: 'r' }
    server = await startServer((_, response, body) => {
      bodies.push(body)
      json(response, 404, refusal, { 'Link-Service': 'linkwright/1.0.0; enroll' })
    })
    await app.call('enrolment.accept', { id: await open(await createLink(server.origin, invitation)), name })
    const [sent = ''] = bodies.splice(0)
    const { key } = JSON.parse(sent) as { key: string }
    const other = await startServer((_, response, body) => {
      bodies.push(body)
      json(response, 404, refusal, { 'Link-Service': 'linkwright/1.0.0; enroll' })
    })
    const id = await open(await createLink(other.origin, invitation))
    await app.problem('enrolment.check', { id })
    await app.problem('enrolment.accept', { id, name })
    await other.stop()
    expect(bodies.length).toBeGreaterThan(1)
    expect(bodies.join()).not.toContain(key)
  })

  it('an invitation that someone else has used is reported, and adds nothing', async () => {
    const text = await createLink()
    await app.get('enrolment.accept', { id: await open(text), name })
    const id = await open(text)
    const used = { code: 'invitation_not_valid' }
    expect(await app.problem('enrolment.check', { id })).toMatchObject(used)
    expect(await app.problem('enrolment.accept', { id, name })).toMatchObject(used)
    expect((await app.get('app.state', {})).profiles).toHaveLength(1)
  })

  const announcement = { 'Link-Service': 'linkwright/1.0.0; enroll' }
  it.each<[string, (body: string) => [status: number, body: unknown, headers?: object], string]>([
    ['another program', () => [200, {}], 'not_the_service'],
    ['a page', () => [404, '<html>'], 'not_the_service'],
    ['a service with an unknown answer', () => [200, { project: 1 }, announcement], 'answer_unreadable'],
    [
      'a service that echoes its input',
      (body) => [200, { project: body, project_name: body, key_name: body, scope: 'all' }, announcement],
      'answer_unreadable',
    ],
    ['a redirect', () => [302, {}, { ...announcement, Location: 'https://evil.example/' }], 'redirected'],
    ['a service without invitations', () => [404, { code: 'not_found' }, announcement], 'not_the_service'],
  ])('an invitation at %s adds no profile', async (_, answer, code) => {
    server = await startServer((_request, response, body) => json(response, ...answer(body)))
    const id = await open(await createLink(server.origin))
    expect(await app.problem('enrolment.accept', { id, name })).toMatchObject({ code })
    expect((await app.get('app.state', {})).profiles).toEqual([])
  })

  it('an invitation to a service that the organization does not allow is refused before anything is sent', async () => {
    await app.core.close()
    app = await startApp(folder, { policy: { ...noPolicy, allowedServices: ['https://links.example.com'] } })
    const text = await createLink('https://evil.example')
    expect(await app.problem('enrolment.open', { text })).toMatchObject({ code: 'service_not_allowed' })
  })

  it.each(['', 'hello', `lwk_${'a'.repeat(40)}`, 'linkwright://find?url=https%3A%2F%2Fx.example'])(
    'an invitation cannot be read from %j',
    async (text) =>
      expect(await app.problem('enrolment.open', { text })).toMatchObject({ code: 'invitation_unreadable' }),
  )
})
