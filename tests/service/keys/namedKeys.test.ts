import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keyScopes } from '../../../contract/service/keys/keyScope.ts'
import type { KeyScope } from '../../../contract/service/keys/keyScope.ts'
import { createProject, defaultKey, issueKey, rotateKey } from '../../../service/keys/issue.ts'
import type { KeyTerms } from '../../../service/keys/issue.ts'
import { today } from '../../../service/links/dailyCounts.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { hashProjectKey } from '../../../service/projectKey.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { setTerms } from '../setTerms.ts'
import { createClient, readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

const waitOptions = { timeout: 60_000 }

describe.each(engines.filter(({ missing }) => missing === null))('named keys in $name', ({ start }) => {
  let databases: Databases
  /** Two services on one database. */
  let services: TestService[]
  let store: Store
  let project: string
  beforeAll(async () => {
    databases = await start()
    const url = readDatabaseUrl('url', await databases.create())
    services = []
    for (let count = 0; count < 2; count++)
      services.push(await startTestService({ store: await openStore(url) }))
    store = services[0]?.store as Store
    project = services[0]?.project ?? ''
  })
  afterAll(async () => {
    for (const service of services) await service.stop()
    await databases.remove()
  })

  const add = (terms: Partial<KeyTerms>) =>
    issueKey(store, project, { ...defaultKey, name: `key ${Math.random()}`, ...terms })
  const createClients = (key: string) => services.map(({ origin }) => createClient(origin, key))
  /** Every operation, by the permission that it needs. */
  const operations = (key: string, path: string) => {
    const [client = createClient('', '')] = createClients(key)
    const since = new Date(0).toISOString()
    const json = (paths: string[]) => ({ method: 'POST', body: JSON.stringify({ paths }) })
    return {
      create: [() => client.post({ title: 'x' })],
      read: [
        () => client.ask(`/link/${path}`),
        () => client.ask('/links/lookup', json([path])),
        () => client.ask(`/link/${path}/visits`),
        () => client.ask('/visits', json([path])),
        () =>
          client.ask('/links/history', { method: 'POST', body: JSON.stringify({ paths: [path], since }) }),
      ],
    }
  }
  const createPath = async () =>
    await (createClients(await add({}))[0] ?? createClient('', '')).create({ title: 'Own' })

  const expectedStatuses: Record<KeyScope, { create: number; read: number }> = {
    full: { create: 200, read: 200 },
    'create-only': { create: 200, read: 403 },
    'read-only': { create: 403, read: 200 },
  }
  it.each(keyScopes)('a key with the scope %s allows its own operations and no others', async (scope) => {
    const allOperations = operations(await add({ scope }), await createPath())
    for (const kind of ['create', 'read'] as const) {
      for (const ask of allOperations[kind]) {
        const response = await ask()
        expect(response.status).toBe(expectedStatuses[scope][kind])
        if (response.status !== 403) continue
        expect(await readError(response)).toMatchObject({ code: 'key_scope', stored: 'no' })
      }
    }
  })

  it('a limited key allows no operation without a scope, such as another method', async () => {
    const key = await add({ scope: 'create-only' })
    const [client] = createClients(key)
    expect((await client?.ask(`/link/${await createPath()}`, { method: 'HEAD' }))?.status).not.toBe(200)
  })

  it('a rejected create stores nothing, and does not count toward the daily limit', async () => {
    const existing = await store.findProject(project)
    await setTerms(store, project, { ...(existing?.terms ?? ({} as never)), linksPerDay: 1, setAt: 1 })
    try {
      const key = await add({ scope: 'read-only' })
      const [client] = createClients(key)
      const before = (await store.scanLinks(-1, 1_000)).length
      await vi.waitFor(async () => expect((await client?.post({}))?.status).toBe(403), waitOptions)
      expect((await store.scanLinks(-1, 1_000)).length).toBe(before)
      expect(await store.terms.countOfDay('links', project, today())).toBe(0)
    } finally {
      await setTerms(store, project, { ...(existing?.terms ?? ({} as never)), setAt: 2 })
    }
  })

  it('a key for one environment is rejected in the other before anything else is checked', async () => {
    const [client] = createClients(await add({ environment: 'development' }))
    expect((await client?.post({}, { ENVIRONMENT: 'development' }))?.status).toBe(200)
    const response = await client?.post('{ no JSON', { ENVIRONMENT: 'production' })
    expect(await readError(response as Response)).toMatchObject({ code: 'key_environment', status: 403 })
    expect((await client?.post({}, { ENVIRONMENT: 'test' }))?.status).toBe(400)
  })

  it("another project's key finds and counts nothing, whatever its scope", async () => {
    const linkPath = await createPath()
    const other = await createProject(store, 'Other')
    for (const scope of ['full', 'read-only'] as const) {
      const key = await issueKey(store, other.project, { ...defaultKey, name: scope, scope })
      const [single, many, visits, lines] = operations(key, linkPath).read
      expect([(await single?.())?.status, (await visits?.())?.status]).toEqual([404, 404])
      expect(await (await many?.())?.json()).toEqual({ links: {}, remaining: [] })
      expect(await (await lines?.())?.json()).toMatchObject({ visits: {} })
    }
  })

  it('a removed key stops working in every process within a second, and rotating a key does not affect others', async () => {
    const [removedKey, rotatedKey, other] = [
      await add({ name: 'a' }),
      await add({ name: 'b' }),
      await add({ name: 'c' }),
    ]
    const statuses = (key: string) =>
      Promise.all(createClients(key).map(async (client) => (await client.ask('/link/none')).status))
    for (const key of [removedKey, rotatedKey, other]) expect(await statuses(key)).toEqual([404, 404])
    await store.expireKeys(project, Date.now(), null, 'a')
    const next = await rotateKey(store, project, 0, { ...defaultKey, name: 'b' })
    for (const key of [removedKey, rotatedKey])
      await vi.waitFor(async () => expect(await statuses(key)).toEqual([401, 401]), waitOptions)
    expect([await statuses(other), await statuses(next?.key ?? '')]).toEqual([
      [404, 404],
      [404, 404],
    ])
  })

  it('two rotations of one key at the same moment leave a new key that works', async () => {
    const key = await add({ name: 'rotated twice' })
    const { promise: bothInserted, resolve } = Promise.withResolvers<null>()
    let insertions = 0
    const inserts = services.map((service) => {
      const putKey = service.store.putKey.bind(service.store)
      return vi.spyOn(service.store, 'putKey').mockImplementation(async (newKey) => {
        await putKey(newKey)
        if (++insertions === 2) resolve(null)
        await bothInserted
      })
    })
    const terms = { ...defaultKey, name: 'rotated twice' }
    await Promise.all(services.map((service) => rotateKey(service.store, project, 0, terms)))
    for (const insert of inserts) insert.mockRestore()
    const keys = (await store.listKeys(project)).filter(({ name }) => name === terms.name)
    expect(keys.filter(({ expiresAt }) => expiresAt === null)).not.toEqual([])
    expect(keys.find(({ hash }) => hash === hashProjectKey(key))?.expiresAt).toEqual(expect.any(Number))
  })

  it('a link remembers the name of its key, and never the key', async () => {
    const key = await add({ name: 'web shop' })
    const [client] = createClients(key)
    const linkPath = await client?.create({ title: 'Remembered' })
    const row = (await store.scanLinks(-1, 1_000)).find((link) => link.path === linkPath)
    expect(row?.keyName).toBe('web shop')
    expect(JSON.stringify(row)).not.toContain(key)
    expect(await client?.lookup(linkPath ?? '')).not.toHaveProperty('key_name')
  })

  it('the last use of a key is stored once a minute, whichever process it reached', async () => {
    const key = await add({})
    const touch = services.map((service) => vi.spyOn(service.store, 'touchKey'))
    const readLastUse = async () => (await store.findKey(hashProjectKey(key)))?.lastUsedAt
    expect(await readLastUse()).toBeNull()
    for (const client of createClients(key)) expect((await client.ask('/link/none')).status).toBe(404)
    await vi.waitFor(async () => expect(await readLastUse()).toEqual(expect.any(Number)), waitOptions)
    const first = await readLastUse()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    try {
      // A new process that never saw the key finds the recent use in the database.
      for (const client of createClients(key)) await client.ask('/link/none')
      expect(await readLastUse()).toBe(first)
    } finally {
      vi.useRealTimers()
    }
    expect(touch.flatMap(({ mock }) => mock.calls).length).toBeLessThanOrEqual(2)
    for (const spy of touch) spy.mockRestore()
  })

  it('the last use of a key is right again after a clock far ahead has recorded it', async () => {
    const key = await add({ name: 'ahead' })
    const readLastUse = async () => (await store.findKey(hashProjectKey(key)))?.lastUsedAt ?? Infinity
    await store.touchKey(hashProjectKey(key), Date.UTC(2090, 0, 1), 0)
    for (const client of createClients(key)) await client.ask('/link/none')
    await vi.waitFor(async () => expect(await readLastUse()).toBeLessThanOrEqual(Date.now()), waitOptions)
  })

  it('the use of a rejected key is not recorded', async () => {
    const key = await add({ name: 'ended' })
    await store.expireKeys(project, Date.now(), null, 'ended')
    for (const client of createClients(key)) expect((await client.ask('/link/none')).status).toBe(401)
    expect((await store.findKey(hashProjectKey(key)))?.lastUsedAt).toBeNull()
  })
})
