import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeResponse, historyResponse } from '../../../contract/service/link/linkChanges.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { openStore } from '../../../service/store/open.ts'
import { setTerms } from '../setTerms.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { readError, startTestService } from '../testService.ts'
import type { Headers, TestService } from '../testService.ts'

describe.each(engines)('a known Idempotency-Key, on $name', ({ missing, start }) => {
  let databases: Databases | undefined
  let service: TestService
  beforeAll(async () => {
    if (missing !== null) return
    databases = await start()
    const store = await openStore(readDatabaseUrl('url', await databases.create()))
    service = await startTestService({ store, linkOrigin: 'https://links.example.com' })
  })
  afterAll(async () => {
    if (missing === null) await service.stop()
    await databases?.remove()
  })
  const test = it.skipIf(missing !== null)

  const count = async () => (await service.store.scanLinks(-1, 10_000)).length
  const patch = (path: string, body: unknown, headers: Headers) =>
    service.ask(`/link/${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) })
  const changeHeaders = async (path: string, headers: Headers = {}) => ({
    'If-Match': (await service.ask(`/link/${path}`)).headers.get('etag') ?? '',
    'Idempotency-Key': randomUUID(),
    ...headers,
  })
  /** Makes a host a link host, so that redirects to it are refused from now on. */
  async function addLinkHost(host: string) {
    const origin = `https://${host}`
    const production = { default: origin, origins: [origin] }
    const domains = {
      ...defaultTerms.domains,
      production: { ...defaultTerms.domains.production, ...production },
    }
    await setTerms(service.store, service.project, { ...defaultTerms, domains })
    const loop = { desktop_custom_redirect: { url: `${origin}/x` } }
    // The service reads the hosts again within two seconds.
    await expect.poll(async () => (await service.post(loop)).status, { timeout: 10_000 }).toBe(422)
  }

  test('a create repeated with a known key gets its link, although its destination has become a link host', async () => {
    const host = `${randomUUID()}.example.com`
    const body = { desktop_custom_redirect: { url: `https://${host}/sale` } }
    const headers = { 'Idempotency-Key': randomUUID() }
    const path = await service.create(body, headers)
    await addLinkHost(host)
    const links = await count()
    expect(await service.create(body, headers)).toBe(path)
    for (const other of [{ 'Idempotency-Key': randomUUID() }, { ...headers, ENVIRONMENT: 'development' }, {}])
      expect(await readError(await service.post(body, other))).toMatchObject({ code: 'invalid_field' })
    expect(await readError(await service.post({ ...body, title: 'Other' }, headers))).toMatchObject({
      code: 'invalid_field',
    })
    expect(await count()).toBe(links)
  })

  test('a change repeated with a known key gets its answer, although its destination has become a link host', async () => {
    const host = `${randomUUID()}.example.com`
    const body = { desktop_custom_redirect: { url: `https://${host}/sale` } }
    const path = await service.create({ title: 'Before' })
    const headers = await changeHeaders(path)
    const first = changeResponse.parse(await (await patch(path, body, headers)).json())
    await addLinkHost(host)
    const second = await patch(path, body, headers)
    expect([second.status, changeResponse.parse(await second.json())]).toEqual([200, first])
    const withoutTag = await patch(path, body, { ...headers, 'If-Match': undefined })
    expect([withoutTag.status, changeResponse.parse(await withoutTag.json())]).toEqual([200, first])
    const others = [
      await patch(path, body, await changeHeaders(path)),
      await patch(path, { ...body, title: 'Other' }, headers),
      await patch(await service.create({}), body, headers),
    ]
    for (const response of others) expect(await readError(response)).toMatchObject({ code: 'invalid_field' })
    const history = await service.ask(`/link/${path}/history`)
    expect(historyResponse.parse(await history.json()).history).toHaveLength(1)
  })

  test('a create repeated with a known key gets its link, although the project has reached its daily limit', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const path = await service.create({ title: 'Last' }, headers)
    await setTerms(service.store, service.project, { ...defaultTerms, linksPerDay: 0 })
    await expect.poll(async () => (await service.post({})).status, { timeout: 10_000 }).toBe(429)
    expect(await service.create({ title: 'Last' }, headers)).toBe(path)
    await setTerms(service.store, service.project, defaultTerms)
    await expect.poll(async () => (await service.post({})).status, { timeout: 10_000 }).toBe(200)
  })

  test('a refused body that repeats a running create gets 409, because that may still store its link', async () => {
    const { store } = service
    const host = `${randomUUID()}.example.com`
    const body = { desktop_custom_redirect: { url: `https://${host}/` } }
    const headers = { 'Idempotency-Key': randomUUID() }
    const insertLink = store.insertLink.bind(store)
    const [arrived, proceed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    store.insertLink = async (link) => {
      if (link.idempotency?.key === headers['Idempotency-Key']) {
        arrived.resolve(undefined)
        await proceed.promise
      }
      return await insertLink(link)
    }
    const first = service.create(body, headers)
    await arrived.promise
    await addLinkHost(host)
    expect(await readError(await service.post(body, headers))).toMatchObject({
      code: 'idempotency_running',
      stored: 'unknown',
    })
    proceed.resolve(undefined)
    const path = await first
    expect(await service.create(body, headers)).toBe(path)
  })

  test.each([
    ['no key', { 'PROJECT-KEY': undefined }, 'missing_project_key'],
    ['another environment name', { ENVIRONMENT: 'staging' }, 'invalid_environment'],
    ['another Content-Type', { 'Content-Type': 'text/plain' }, 'unsupported_media_type'],
  ])('%s is refused before the Idempotency-Key is compared', async (_, changed, code) => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const path = await service.create({ title: 'Once' }, headers)
    expect(await readError(await service.post({ title: 'Once' }, { ...headers, ...changed }))).toMatchObject({
      code,
    })
    const tags = await changeHeaders(path)
    await patch(path, { title: 'Changed' }, tags)
    expect(await readError(await patch(path, { title: 'Changed' }, { ...tags, ...changed }))).toMatchObject({
      code,
    })
  })
})
