import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { forwardRequest, requestService } from '../harness/flakyProxy.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let service: TestService
let proxy: TestServer
let target: ProfileTarget
/** Whether the answer of the next create is lost, and its repeat arrives as another one. */
let losesNext = false
/** What happens to the path of a lost create before it arrives. */
let beforeLost: (() => Promise<unknown>) | null = null

beforeAll(async () => {
  folder = await temporaryFolder()
  service = await startTestService()
  app = await startApp(folder, {}, { pause: instantPause })
  proxy = await startServer((request, response, body) => {
    const exchange = { request, response, body }
    const isCreate = (request.url ?? '').endsWith('/generate_link')
    const handled = async () => {
      if (!isCreate || !losesNext) {
        await forwardRequest(service.origin, exchange)
        return
      }
      losesNext = false
      if (beforeLost) await beforeLost()
      else await requestService(service.origin, exchange)
      response.destroy()
      // The service has forgotten the key, as after 24 hours.
      const owner = { project: service.project, environment: 'production' } as const
      const key = String(request.headers['idempotency-key'])
      await service.store.releaseIdempotencyKey(owner, key, Date.now() + 60_000)
    }
    handled().catch(() => response.destroy())
  })
  target = await connectProfile(app, proxy.origin, service.key)
  await app.get('links.create', createInput(target))
})
afterAll(async () => {
  await app.core.close()
  await proxy.stop()
  await service.stop()
  await removeFolder(folder)
})

const create = (path: string, title = 'Own') =>
  app.get('links.create', { ...createInput(target), id: randomUUID(), request: { title, path } })

describe('own paths in the app', () => {
  it('a link is created with its path, which is then taken for others', async () => {
    expect(await create('Summer')).toMatchObject({
      state: 'created',
      path: 'Summer',
      link: `${service.origin}/Summer`,
      differences: [],
    })
    expect(await create('SUMMER')).toMatchObject({ state: 'failed', problem: { code: 'path_taken' } })
    const { profileId, environment } = target
    const checked = await app.get('links.checkPaths', {
      ...{ profileId, environment },
      paths: ['summer', 'winter', 'a b'],
    })
    expect(checked.paths.map(({ state }) => state)).toEqual(['taken', 'free', 'refused'])
  })

  it('paths of any length are checked in as few requests as fit', async () => {
    const { profileId, environment } = target
    const paths = Array.from({ length: 1_000 }, (_, index) => `${'long'.repeat(40)}-${index}`)
    const checked = await app.get('links.checkPaths', { profileId, environment, paths })
    expect(checked.paths.map(({ path, state }) => `${path} ${state}`)).toEqual(
      paths.map((path) => `${path} free`),
    )
  })

  it('a create without an answer whose path is taken now is settled by the link that has it', async () => {
    losesNext = true
    expect(await create('Lost', 'Lost')).toMatchObject({ state: 'created', path: 'Lost' })
    losesNext = true
    beforeLost = () => service.post({ title: 'Somebody else', path: 'Missed' })
    expect(await create('Missed', 'Mine')).toMatchObject({ state: 'failed', problem: { code: 'path_taken' } })
    beforeLost = null
  })

  it('a service that doesn’t announce own paths or images never gets one', async () => {
    const bodies: string[] = []
    const other = await startServer((_request, response, body) => {
      bodies.push(body)
      json(response, 200, { link: 'https://go.example/abc' })
    })
    const otherTarget = await connectProfile(app, other.origin, 'key')
    const { profileId, environment } = otherTarget
    expect(await app.call('links.checkPaths', { profileId, environment, paths: ['a'] })).toMatchObject({
      ok: false,
      problem: { code: 'paths_not_offered' },
    })
    const input = {
      ...createInput(otherTarget),
      id: randomUUID(),
      request: { title: 'T', path: 'never-sent' },
    }
    expect(await app.call('links.create', input)).toMatchObject({
      ok: false,
      problem: { code: 'paths_not_offered' },
    })
    const image = 'https://images.example.com/never-sent.png'
    const withImage = { ...createInput(otherTarget), id: randomUUID(), request: { title: 'T', image } }
    expect((await app.get('links.create', withImage)).request).toEqual({ title: 'T' })
    expect(bodies.filter((body) => body.includes('never-sent'))).toEqual([])
    await other.stop()
  })
})
