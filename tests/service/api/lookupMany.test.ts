import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookupLimits } from '../../../contract/service/path/lookupLimits.ts'
import { lookupManyResponse } from '../../../contract/service/lookup/lookupMany.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { engines } from '../store/engines.ts'
import { createClient, readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { setLinkActive } from '../setLinkActive.ts'

interface Answer {
  links: Record<string, Record<string, unknown>>
  remaining: string[]
}

describe.each(engines.filter(({ missing }) => missing === null))(
  'POST /links/lookup (4.6) on $name',
  (engine) => {
    let service: TestService
    let databases: Awaited<ReturnType<typeof engine.start>>
    beforeAll(async () => {
      databases = await engine.start()
      const store = await openStore(readDatabaseUrl('url', await databases.create()))
      service = await startTestService({ store })
    })
    afterAll(async () => {
      await service.stop()
      await databases.remove()
    })

    const ask = (body: unknown, headers = {}) =>
      service.ask('/links/lookup', { method: 'POST', body: JSON.stringify(body), headers })
    const read = async (body: unknown, headers = {}) => (await (await ask(body, headers)).json()) as Answer

    const readWithCreation = async (path: string) => {
      const response = await service.ask(`/link/${path}?include=created_at`)
      return ((await response.json()) as { link: Record<string, unknown> }).link
    }

    it('a lookup has the creation time only on request, and changes keep it', async () => {
      const [from, path, to] = [Date.now(), await service.create({ title: 'Timed' }), Date.now()]
      expect(await service.lookup(path)).not.toHaveProperty('created_at')
      await setLinkActive(service.store, path, false, Date.now() + 5_000)
      const { created_at: created, ...link } = await readWithCreation(path)
      expect(Date.parse(String(created))).toBeGreaterThanOrEqual(from)
      expect(Date.parse(String(created))).toBeLessThanOrEqual(to)
      expect(link).toEqual(await service.lookup(path))
      const response = await service.ask(`/link/${path}?include=visits`)
      expect(response.status).toBe(422)
      expect((await readError(response)).fields).toEqual({
        include: 'Must be created_at, active_until, or both separated by a comma.',
      })
    })

    it('a batch lookup has each existing link, as a lookup returns it with its creation time', async () => {
      const data = '{"offer":12345678901234567890}'
      const [first, second] = [await service.create({ title: 'First', data }), await service.create({})]
      const other = await service.create({ title: 'Other' }, { ENVIRONMENT: 'development' })
      const response = await ask({ paths: [first, second, first, other, 'nowhere', '__proto__', 'a\0b'] })
      expect(response.status).toBe(200)
      const text = await response.text()
      // Numbers keep their spelling.
      expect(text).toContain(data)
      const body = JSON.parse(text) as Answer
      expect(lookupManyResponse.parse(body)).toEqual(body)
      expect(body).toEqual({
        links: { [first]: await readWithCreation(first), [second]: await readWithCreation(second) },
        remaining: [],
      })
      expect(Object.keys(await read({ paths: [first, other] }, { ENVIRONMENT: 'development' }))).toEqual([
        'links',
        'remaining',
      ])
      const result = await read({ paths: [first, other] }, { ENVIRONMENT: 'development' })
      expect(Object.keys(result.links)).toEqual([other])
    })

    it('a batch lookup omits links of another project', async () => {
      const path = await service.create({})
      const { key } = await createProject(service.store, 'Another')
      const client = createClient(service.origin, key)
      const response = await client.ask('/links/lookup', {
        method: 'POST',
        body: JSON.stringify({ paths: [path] }),
      })
      expect(await response.json()).toEqual({ links: {}, remaining: [] })
    })

    it('a batch lookup ends a long answer early and names the remaining paths, which another request returns', async () => {
      const data = JSON.stringify({ text: 'x'.repeat(32_000) })
      const paths = await Promise.all(Array.from({ length: 40 }, () => service.create({ data })))
      const first = await read({ paths })
      const foundPaths = Object.keys(first.links)
      expect(foundPaths.length).toBe(Math.floor(lookupLimits.answerBytes / 32_500))
      expect(first.remaining).toEqual(paths.slice(foundPaths.length))
      const second = await read({ paths: first.remaining })
      expect(Object.keys(second.links)).toEqual(first.remaining)
      expect(second.remaining).toEqual([])
    })
  },
)

describe('a request to POST /links/lookup (4.6)', () => {
  let service: TestService
  beforeAll(async () => void (service = await startTestService()))
  afterAll(() => service.stop())

  const ask = (body: unknown, headers = {}) =>
    service.ask('/links/lookup', { method: 'POST', body: JSON.stringify(body), headers })

  it('a request to POST /links/lookup (4.6) may name 200 paths', async () => {
    const paths = Array.from({ length: 200 }, (_, index) => `path${index}`)
    expect(await (await ask({ paths })).json()).toEqual({ links: {}, remaining: [] })
  })

  it.each([
    [{ paths: [] }, 'paths', 'Must have at least one path.'],
    [{ paths: Array(201).fill('a') }, 'paths', 'Must have at most 200 paths.'],
    [{ paths: [1] }, 'paths.0', 'Must be the path of a link.'],
    [{}, 'paths', 'Must be a list of paths.'],
    [{ paths: ['a'], more: 1 }, 'more', 'Unknown field.'],
  ])(
    'a request to POST /links/lookup (4.6) is refused if it is not a list of paths: %j',
    async (body, field, sentence) => {
      expect(await readError(await ask(body))).toMatchObject({
        ...{ status: 422, code: 'invalid_field' },
        fields: { [field]: sentence },
      })
    },
  )

  it('a request to POST /links/lookup (4.6) is refused if it is too long, not JSON, without a key, or another method', async () => {
    const tooLong = await ask({ paths: ['x'.repeat(64 * 1_024)] })
    expect(await readError(tooLong)).toMatchObject({ status: 413, code: 'too_large' })
    const invalidJson = await service.ask('/links/lookup', { method: 'POST', body: '{' })
    expect(await readError(invalidJson)).toMatchObject({ status: 400, code: 'malformed_json' })
    const withoutKey = await ask({ paths: ['a'] }, { 'PROJECT-KEY': undefined })
    expect(await readError(withoutKey)).toMatchObject({ status: 401 })
    const wrongEnvironment = await ask({ paths: ['a'] }, { ENVIRONMENT: 'staging' })
    expect(await readError(wrongEnvironment)).toMatchObject({ status: 400, code: 'invalid_environment' })
    const wrongMethod = await service.ask('/links/lookup', { method: 'GET' })
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('a request to POST /links/lookup (4.6) counts as one among the requests of a project', async () => {
    const limitedService = await startTestService({ rateLimit: 1 })
    const lookup = () =>
      limitedService.ask('/links/lookup', { method: 'POST', body: '{"paths":["none","no","never"]}' })
    const statuses = [(await lookup()).status, (await lookup()).status, (await lookup()).status]
    expect(statuses).toEqual([200, 200, 429])
    await limitedService.stop()
  })
})
