import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { makeCertificate } from '../harness/certificate.ts'
import { startProxy } from '../harness/secureServer.ts'
import type { TestServer } from '../harness/server.ts'
import { goodAndroid, goodApple } from './fixtures.ts'
import { startLinkServer } from './linkServer.ts'
import type { LinkServer } from './linkServer.ts'

const link = 'https://links.example.com/x'
const first = '00000000-0000-4000-8000-000000000001'
/** Long, so that no request ends by its own time limit. */
const time = { connect: 600_000, idle: 600_000, total: 600_000 }

const authority = makeCertificate({ name: 'Public Root', authority: true })
let folder: string
let server: LinkServer
let proxy: TestServer
let app: App

beforeAll(async () => {
  const hosts = ['links.example.com']
  server = await startLinkServer(makeCertificate({ name: 'links', hosts, signedBy: authority }))
  proxy = await startProxy(server.port)
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { time })
  await app.get('network.setAuthorities', { pem: authority.cert })
  const { settings } = await app.get('network.get', {})
  await app.get('network.save', { ...settings, proxy: 'manual', proxyUrl: `http://127.0.0.1:${proxy.port}` })
})
afterAll(async () => {
  await app.core.close()
  await proxy.stop()
  await server.stop()
  await removeFolder(folder)
})
beforeEach(() => void Object.assign(server.files, { ios: goodApple, android: goodAndroid }))

/** Checks the link once, and starts checks with these ids, which the server doesn't answer. */
async function startChecks(...ids: string[]) {
  const before = await app.get('appLinks.check', { link })
  server.requests.length = 0
  server.files.android = { hangs: true }
  const problems = ids.map((id) => app.problem('appLinks.check', { link, id }))
  await vi.waitFor(() => expect(server.requests).toHaveLength(2))
  return { before, problems }
}

it('a cancelled check stops its requests, reports that, and keeps the earlier result', async () => {
  const { before, problems } = await startChecks(first)
  await app.get('links.cancel', { id: first })
  expect(await problems[0]).toMatchObject({ code: 'cancelled' })
  await vi.waitFor(() => expect(server.countAborted()).toBe(1))
  expect(await app.get('appLinks.get', { link })).toEqual(before)
  // The next check doesn't join the cancelled one.
  server.files.android = goodAndroid
  expect((await app.get('appLinks.check', { link })).android.state).toBe('opens')
})

it('a check that is interrupted by closing the app keeps the earlier result', async () => {
  const { before, problems } = await startChecks(first)
  await app.core.close()
  expect(await problems[0]).toMatchObject({ code: 'cancelled' })
  app = await startApp(folder, {}, { time })
  expect(await app.get('appLinks.get', { link })).toEqual(before)
})
