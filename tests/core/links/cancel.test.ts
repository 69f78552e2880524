import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
/** Resolves when the service has received a request that it never answers. */
let arrival: Promise<void>

const announcement = { 'Link-Service': 'linkwright/1.0.0' }

beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  arrival = promise
  server = await startServer(({ method, url }, response) => {
    // The app looks up a link that doesn't exist to find out which service this is.
    const isFrozen = method === 'POST' || url?.endsWith('/Frozen1') === true
    if (isFrozen) resolve(undefined)
    else json(response, 404, { error: 'Unknown', code: 'link_not_found' }, announcement)
  })
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

it('Cancel leaves a cancelled create uncertain, and sends it only once', async () => {
  const input = createInput(await connectProfile(app, server.origin))
  const created = app.get('links.create', input)
  await arrival
  await app.get('links.cancel', { id: input.id })
  expect(await created).toMatchObject({ state: 'unknown', problem: { cause: 'cancelled' } })
  expect(server.requests.filter((line) => line.startsWith('POST'))).toHaveLength(1)
})

it('Cancel ends a lookup with the problem that it was cancelled', async () => {
  const target = await connectProfile(app, server.origin)
  const id = randomUUID()
  const found = app.call('links.find', { id, text: 'Frozen1', ...target })
  await arrival
  await app.get('links.cancel', { id })
  expect(await found).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
})

it('Cancel ends an addition with the problem that it was cancelled, and adds nothing', async () => {
  const target = await connectProfile(app, server.origin)
  const id = randomUUID()
  const added = app.call('library.add', { id, path: 'Frozen1', ...target })
  await arrival
  await app.get('links.cancel', { id })
  expect(await added).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
  expect((await app.get('library.count', { view: {} })).total).toBe(0)
})

it('Cancel ignores a cancel after the answer', async () => {
  const target = await connectProfile(app, server.origin)
  const id = randomUUID()
  await app.call('links.find', { id, text: 'Gone1', ...target })
  expect(await app.call('links.cancel', { id })).toEqual({ ok: true, value: null })
})
