import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, defaultKey, issueKey } from '../../../service/keys/issue.ts'
import type { KeyTerms } from '../../../service/keys/issue.ts'
import { invite } from '../../../service/keys/invite.ts'
import { hashProjectKey, newInvitation, newProjectKey } from '../../../service/projectKey.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { startProcess } from '../reliability/serviceProcess.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { createClient, createCollectingLog, readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

const hourMs = 3_600_000

function ask(origin: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/api/v1/sdk/enroll`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

describe.each(engines.filter(({ missing }) => missing === null))(
  'invitations in $name',
  ({ name, start }) => {
    let databases: Databases
    let url: string
    const services: TestService[] = []
    const log = createCollectingLog()
    let store: Store
    let project: string
    beforeAll(async () => {
      databases = await start()
      url = await databases.create()
      for (let count = 0; count < 2; count++) {
        const serviceStore = await openStore(readDatabaseUrl('url', url))
        services.push(await startTestService({ store: serviceStore, log }))
      }
      store = services[0]?.store as Store
      project = services[0]?.project ?? ''
    })
    afterAll(async () => {
      for (const service of services) await service.stop()
      await databases.remove()
    })

    let nameCount = 0
    const createInvitation = (terms: Partial<KeyTerms> = {}, expiresAt = Date.now() + hourMs) =>
      invite(store, project, { ...defaultKey, name: `user ${++nameCount}`, ...terms }, expiresAt)
    const origin = () => services[0]?.origin ?? ''
    const accept = (invitation: string, baseUrl = origin(), key = newProjectKey()) =>
      ask(baseUrl, { invitation, key })

    it('an invitation can be read any number of times, and issues a working key once', async () => {
      const terms = { name: 'anna', environment: 'development', scope: 'create-only' } as const
      const invitation = await createInvitation(terms)
      const details = {
        ...{
          project,
          project_name: 'Test',
          key_name: 'anna',
          scope: 'create-only',
          environment: 'development',
        },
        expires_at: expect.stringMatching(/Z$/) as string,
      }
      for (let count = 0; count < 2; count++)
        expect(await (await ask(origin(), { invitation })).json()).toEqual(details)
      const key = newProjectKey()
      const response = await accept(invitation, origin(), key)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toEqual(details)
      const client = createClient(origin(), key)
      expect((await client.post({}, { ENVIRONMENT: 'development' })).status).toBe(200)
      expect(await readError(await client.post({}))).toMatchObject({ code: 'key_environment' })
      for (const repeated of [await accept(invitation), await ask(origin(), { invitation })])
        expect(await readError(repeated)).toMatchObject({
          status: 404,
          code: 'invitation_not_valid',
          stored: 'no',
        })
    })

    describe('by a key', () => {
      const inviteAs = async (terms: Partial<KeyTerms>, body: object, inviter = `inviter ${++nameCount}`) => {
        const key = await issueKey(store, project, { ...defaultKey, name: inviter, ...terms })
        const init = { method: 'POST', body: JSON.stringify(body) }
        return await createClient(origin(), key).ask('/invitations', init)
      }

      it('a key that may invite gives a colleague no more than it has, and never that permission', async () => {
        const terms = {
          scope: 'read-only',
          environment: 'production',
          mayInvite: true,
          mayList: true,
        } as const
        const response = await inviteAs(terms, { name: 'colleague' }, 'chief')
        expect(response.headers.get('cache-control')).toBe('no-store')
        const { invitation } = (await response.json()) as { invitation: string }
        expect(await store.invitations.list(project, Date.now())).toContainEqual(
          expect.objectContaining({ name: 'colleague', invitedBy: 'chief' }),
        )
        expect(await store.auditLog.findLast('key invite')).toMatchObject({ who: 'key chief' })
        expect((await accept(invitation)).status).toBe(200)
        const key = (await store.listKeys(project)).find(({ name }) => name === 'colleague')
        expect(key).toMatchObject({ ...terms, mayInvite: false })
        expect((await store.invitations.list(project, Date.now())).map(({ name }) => name)).not.toContain(
          'colleague',
        )
      })

      it('without the permission, or for more than it has, it is refused', async () => {
        expect(await readError(await inviteAs({}, { name: 'x' }))).toMatchObject({
          status: 403,
          code: 'key_scope',
        })
        const narrow = { scope: 'create-only', environment: 'development', mayInvite: true } as const
        const wide = { name: 'x', scope: 'full', environment: 'production' }
        const key = await issueKey(store, project, { ...narrow, name: 'narrow' })
        const { ask: send } = createClient(origin(), key)
        const request = (body: object) =>
          send('/invitations', {
            ...{ method: 'POST', headers: { ENVIRONMENT: 'development' } },
            body: JSON.stringify(body),
          })
        expect(await readError(await request(wide))).toMatchObject({
          ...{
            status: 422,
            fields: { scope: expect.anything() as string, environment: expect.anything() as string },
          },
        })
        for (const body of [
          { name: '' },
          { name: 'narrow' },
          { name: 'y', hours: 169 },
          { name: 'y', more: 1 },
        ])
          expect(await readError(await request(body))).toMatchObject({ status: 422 })
      })
    })

    it('a request whose answer was lost can be repeated with the same key, until the key ends', async () => {
      const [invitation, key] = [await createInvitation({ name: 'repeated' }), newProjectKey()]
      const statuses = []
      for (const { origin: baseUrl } of [...services, ...services])
        statuses.push((await accept(invitation, baseUrl, key)).status)
      expect(statuses).toEqual([200, 200, 200, 200])
      expect((await accept(invitation)).status).toBe(404)
      await store.expireKeys(project, Date.now(), null, 'repeated')
      expect((await accept(invitation, origin(), key)).status).toBe(404)
    })

    it('the audit log has one entry for each used invitation, and none for other requests', async () => {
      const readEntries = async () => {
        const entries = await store.auditLog.scan(-1, 1_000)
        return entries.filter(({ act }) => act === 'key enroll')
      }
      const before = await readEntries()
      const [invitation, key] = [await createInvitation({ name: 'audited' }), newProjectKey()]
      await ask(origin(), { invitation })
      const others = Array.from({ length: 20 }, (_, index) => accept(invitation, services[index % 2]?.origin))
      await Promise.all([accept(invitation, origin(), key), ...others])
      await accept(invitation, origin(), key)
      await accept(await createInvitation({}, Date.now() - 1))
      const newEntries = (await readEntries()).slice(before.length)
      const [storedKey] = (await store.listKeys(project)).filter((each) => each.name === 'audited')
      expect(newEntries).toMatchObject([{ who: 'invitation', sudo: null, host: hostname() }])
      expect(JSON.parse(newEntries[0]?.what ?? '')).toEqual({
        ...{ project, key_name: 'audited', fingerprint: storedKey?.hash.slice(0, 8) },
      })
    })

    it('the audit log uses the next free id for a used invitation', async () => {
      const invitation = await createInvitation()
      const id = 2 ** 52
      const entry = { id, at: 1, who: 'w', sudo: null, host: 'h', act: 'a', what: '{}' }
      const keyHash = hashProjectKey(newProjectKey())
      const hash = hashProjectKey(invitation)
      await store.auditLog.add(entry)
      expect(
        await store.invitations.redeem(hash, keyHash, { ...entry, at: Date.now(), what: '{"a":1}' }),
      ).toBe(true)
      expect(await store.auditLog.scan(id, 10)).toMatchObject([{ id: id + 1, what: '{"a":1}' }])
    })

    it('expired invitations are deleted a day later, and others are kept', async () => {
      const hourAgo = Date.now() - hourMs
      await createInvitation({ name: 'expired' }, hourAgo - 1)
      await createInvitation({ name: 'just expired' }, hourAgo + 60_000)
      const openInvitation = await createInvitation({ name: 'open' })
      expect(await store.invitations.prune(hourAgo)).toBe(1)
      expect(await store.invitations.prune(hourAgo)).toBe(0)
      expect(await store.invitations.prune(hourAgo + 120_000)).toBe(1)
      expect((await accept(openInvitation)).status).toBe(200)
    })

    it('an invitation never issues an existing key, such as another project’s', async () => {
      const other = await createProject(store, 'Other')
      const invitation = await createInvitation()
      expect((await accept(invitation, origin(), other.key)).status).toBe(404)
      expect(await store.findKey(hashProjectKey(other.key))).toMatchObject({ project: other.project })
      expect((await accept(invitation)).status).toBe(200)
    })

    it('exactly one of many simultaneous uses in two services gets a key', async () => {
      for (let round = 0; round < 5; round++) {
        const invitation = await createInvitation()
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, index) => accept(invitation, services[index % 2]?.origin)),
        )
        expect(responses.map(({ status }) => status).toSorted()).toEqual([
          200,
          ...Array<number>(19).fill(404),
        ])
        expect(
          (await store.listKeys(project)).filter((key) => key.name === `user ${nameCount}`),
        ).toHaveLength(1)
      }
    })

    it.skipIf(name === 'SQLite')('exactly one of two processes issues a key for an invitation', async () => {
      const processes = await Promise.all([1, 2].map(() => startProcess({ DATABASE_URL: url })))
      try {
        for (let round = 0; round < 10; round++) {
          const invitation = await createInvitation()
          const responses = await Promise.all(processes.map((each) => accept(invitation, each.origin)))
          expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404])
        }
      } finally {
        for (const each of processes) await each.kill()
      }
    })

    it.each<[string, () => Promise<string>]>([
      ['has expired', () => createInvitation({}, Date.now() - 1)],
      ['was never created', () => Promise.resolve(newInvitation())],
      ['is not an invitation', () => Promise.resolve("' OR 1=1 --")],
      ['is a project key', () => issueKey(store, project, { ...defaultKey, name: 'no invitation' })],
      [
        'was tampered with',
        async () => (await createInvitation()).replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      ],
      ['is the hash in the database', async () => hashProjectKey(await createInvitation())],
      [
        'was withdrawn',
        async () => {
          const invitation = await createInvitation({ name: 'withdrawn' })
          expect(await store.invitations.withdraw(project, Date.now(), 'withdrawn')).toBe(1)
          return invitation
        },
      ],
      [
        'is for a name that a key has used since',
        async () => {
          const invitation = await createInvitation({ name: 'taken' })
          await issueKey(store, project, { ...defaultKey, name: 'taken' })
          return invitation
        },
      ],
      [
        'issued a key that has ended since',
        async () => {
          const invitation = await createInvitation({ name: 'ended' })
          expect((await accept(invitation)).status).toBe(200)
          await store.expireKeys(project, Date.now(), null, 'ended')
          return invitation
        },
      ],
    ])('an invitation that %s returns no key, with the same answer as any other', async (_, createSecret) => {
      const invitation = await createSecret()
      const before = (await store.listKeys(project)).length
      for (const body of [{ invitation }, { invitation, key: newProjectKey() }]) {
        const { request_id, ...error } = await readError(await ask(origin(), body))
        expect(request_id).toMatch(/^req_/)
        expect(error).toEqual({
          ...{ status: 404, code: 'invitation_not_valid', stored: 'no' },
          error: 'This invitation was used, has expired, or never existed.',
        })
      }
      expect((await store.listKeys(project)).length).toBe(before)
    })

    it('an invitation issues no key while its project is disabled or after it was deleted', async () => {
      const invitation = await createInvitation()
      await store.setProjectActive(project, false)
      expect((await accept(invitation)).status).toBe(404)
      await store.setProjectActive(project, true)
      const existing = await store.findProject(project)
      if (!existing) throw new Error('No project.')
      await store.putProject({ ...existing, deletedAt: 1 })
      expect((await accept(invitation)).status).toBe(404)
      await store.putProject(existing)
      expect((await accept(invitation)).status).toBe(200)
    })

    it('an invitation is stored only as a hash, and neither it nor its key is in the log', async () => {
      const invitation = await createInvitation()
      const key = newProjectKey()
      const response = await accept(invitation, origin(), key)
      expect(response.status).toBe(200)
      expect(await response.text()).not.toContain('lwk_')
      expect((await store.findKey(hashProjectKey(key)))?.name).toBe(`user ${nameCount}`)
      const text = JSON.stringify(log.entries)
      expect(text).toContain('key_enrolled')
      for (const secret of [invitation, key]) expect(text).not.toContain(secret)
      expect(text).not.toContain('lwk_')
    })

    it.each<[string, unknown, number]>([
      ['without an invitation', {}, 422],
      ['with a number', { invitation: 1 }, 422],
      ['with an extra field', { invitation: 'x', scope: 'full' }, 422],
      ['with an invalid key', { invitation: 'x', key: 'lwk_short' }, 422],
      ['with a long text', { invitation: 'x'.repeat(201) }, 422],
      ['that is not JSON', '{', 400],
    ])('an invitation refuses a request %s in the shape of every error', async (_, body, status) => {
      expect(await readError(await ask(origin(), body))).toMatchObject({ status })
    })

    it('an invitation accepts only a POST of JSON', async () => {
      expect((await fetch(`${origin()}/api/v1/sdk/enroll`)).status).toBe(405)
      const form = await ask(origin(), '{}', { 'Content-Type': 'text/plain' })
      expect(await readError(form)).toMatchObject({ status: 415 })
    })
  },
)

it('guesses of invitations and keys from one address are limited together', async () => {
  const service = await startTestService({ wrongKeyLimit: 3 })
  try {
    const guess = () => ask(service.origin, { invitation: newInvitation(), key: newProjectKey() })
    expect((await guess()).status).toBe(404)
    expect((await guess()).status).toBe(404)
    expect((await service.post({}, { 'PROJECT-KEY': 'wrong' })).status).toBe(401)
    const response = await guess()
    expect(await readError(response)).toMatchObject({ status: 429, code: 'rate_limited' })
    // A valid invitation works whatever others at the same address send.
    const validSecret = await invite(
      service.store,
      service.project,
      { ...defaultKey, name: 'anna' },
      Date.now() + hourMs,
    )
    expect((await ask(service.origin, { invitation: validSecret, key: newProjectKey() })).status).toBe(200)
  } finally {
    await service.stop()
  }
})

it('an invitation that travelled unencrypted behind a proxy is refused', async () => {
  const linkOrigin = 'https://links.example.com'
  const service = await startTestService({ behindProxy: true, linkOrigin })
  try {
    const invitation = await invite(
      service.store,
      service.project,
      { ...defaultKey, name: 'anna' },
      Date.now() + hourMs,
    )
    const response = await ask(
      service.origin,
      { invitation, key: newProjectKey() },
      { 'X-Forwarded-Proto': 'http' },
    )
    expect(await readError(response)).toMatchObject({ status: 400, code: 'malformed_request' })
  } finally {
    await service.stop()
  }
})
