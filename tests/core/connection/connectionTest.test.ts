import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer | null = null

// One app for all tests: each connects to its own service.
beforeAll(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { time: { connect: 2_000, idle: 400, total: 1_500 } })
})
afterEach(async () => {
  await server?.stop()
  server = null
})
afterAll(async () => {
  await app.core.close()
  await removeFolder(folder)
})

type Behave = (request: IncomingMessage, response: ServerResponse) => void

async function testBehavior(behave: Behave) {
  server = await startServer(behave)
  return await testAddress(server.origin)
}

async function testAddress(baseUrl: string) {
  const { steps, ...rest } = await app.get('connection.test', {
    profile: { name: 'Test', baseUrl },
    environment: 'development',
    key: testKey,
  })
  const failed = steps.find(({ state }) => state === 'failed')
  const passed = steps.filter(({ state }) => state === 'passed').map(({ name }) => name)
  return { ...rest, steps, passed, failed: failed?.name ?? null, code: failed?.problem?.code ?? null }
}

const isKnownKey = (request: IncomingMessage) => request.headers['project-key'] === testKey
const respondLinkNotFound = (response: ServerResponse) => json(response, 404, { error: 'Link not found' })

describe('the connection test', () => {
  it('the connection test passes at the real service with a valid key', async () => {
    const { id } = await app.get('profiles.tryLocal', {})
    const { profiles } = await app.get('app.state', {})
    const result = await app.get('connection.test', {
      profile: { name: 'x', baseUrl: profiles[0]?.baseUrl ?? '' },
      environment: 'production',
      profileId: id,
    })
    expect(result.steps.map(({ state }) => state)).toEqual(result.steps.map(() => 'passed'))
    expect(result.steps.find(({ name }) => name === 'json')?.found).toMatch(/^linkwright\//)
    expect(await testAddress(profiles[0]?.baseUrl ?? '')).toMatchObject({
      failed: 'key',
      code: 'key_refused',
    })
    expect((await app.get('links.list', {})).total).toBe(0)
  })

  it('the connection test recognises one of our own services, so that its profile has the right defaults from the start', async () => {
    const announcement = { 'Link-Service': 'linkwright/1.0.0' }
    const result = await testBehavior((_, response) =>
      json(response, 404, { error: 'Unknown.' }, announcement),
    )
    expect(result.failed).toBeNull()
    const profile = { name: 'Test', baseUrl: server?.origin ?? '' }
    expect(await app.get('profiles.save', { profile, key: testKey })).toMatchObject({ defaults: 'ours' })
  })

  it('the connection test accepts a create-only key, and names the environment that a key excludes', async () => {
    const announcement = { 'Link-Service': 'linkwright/1.0.0' }
    const refuse = (code: string, headers = announcement) =>
      testBehavior((_, response) => json(response, 403, { error: 'Not allowed.', code }, headers))
    expect(await refuse('key_scope')).toMatchObject({ failed: null })
    await server?.stop()
    expect(await refuse('key_environment')).toMatchObject({ failed: 'environment', code: 'key_environment' })
    await server?.stop()
    expect(await refuse('key_scope', {} as never)).toMatchObject({ failed: expect.any(String) as string })
  })

  it('the connection test leaves the defaults unknown until a service identifies itself', async () => {
    const headers: Record<string, string> = {}
    await testBehavior((request, response) => {
      if (!isKnownKey(request)) json(response, 403, { error: 'Forbidden' }, headers)
      else if (request.method === 'POST') json(response, 200, { link: 'https://l.example/Ab3' }, headers)
      else json(response, 404, { error: 'Unknown' }, headers)
    })
    const target = await connectProfile(app, server?.origin ?? '')
    const state = async () =>
      (await app.get('app.state', {})).profiles.find(({ id }) => id === target.profileId)?.defaults
    expect(await state()).toBe('unknown')
    headers['Link-Service'] = 'linkwright/1.0.0'
    await app.get('links.create', createInput(target))
    expect(await state()).toBe('ours')
  })

  it('the connection test passes at another implementation, and never sends a create', async () => {
    const result = await testBehavior((request, response) => {
      if (isKnownKey(request)) respondLinkNotFound(response)
      else json(response, 403, { error: 'Forbidden' })
    })
    expect(result).toMatchObject({ failed: null, suggestedEnvironment: null })
    expect(result.passed).toHaveLength(9)
    expect(server?.requests.every((line) => line.startsWith('GET '))).toBe(true)
  })

  it('the connection test suggests the value that another implementation expects instead of "development"', async () => {
    const result = await testBehavior((request, response) => {
      if (!isKnownKey(request)) json(response, 403, { error: 'Forbidden' })
      else if (request.headers['environment'] === 'development') json(response, 400, { error: 'Bad request' })
      else respondLinkNotFound(response)
    })
    expect(result).toMatchObject({ failed: 'environment', suggestedEnvironment: 'test' })
  })

  it.each<[string, Behave, string, string]>([
    ['a wrong key', (_, r) => json(r, 403, { error: 'Wrong key' }), 'key', 'key_refused'],
    [
      'a web server without the service',
      (_, r) => r.writeHead(404, { 'Content-Type': 'text/html' }).end('<html>'),
      'json',
      'not_the_service',
    ],
    [
      'a gateway that answers "not found" to everything',
      (_, r) => respondLinkNotFound(r),
      'json',
      'not_the_service',
    ],
    [
      "a framework's own 404",
      (_, r) => json(r, 404, { status: 404, error: 'Not Found' }),
      'json',
      'not_the_service',
    ],
    [
      'a sign-in page',
      (_, r) => r.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
      'json',
      'not_the_service',
    ],
    ['a redirect', (_, r) => r.writeHead(302, { Location: '/login' }).end(), 'http', 'redirected'],
    ['throttling', (_, r) => r.writeHead(503).end('Retry later'), 'http', 'throttled'],
    ['a failing service', (_, r) => json(r, 500, { error: 'Oops' }), 'http', 'service_failed'],
    ['silence', () => undefined, 'http', 'timed_out'],
    ['a reset', (q) => q.socket.resetAndDestroy(), 'http', 'connection_lost'],
    [
      'an unavailable service',
      (_, r) => json(r, 503, { error: 'Down', code: 'unavailable' }),
      'http',
      'service_unavailable',
    ],
    [
      'a network that requires a sign-in',
      (_, r) => r.writeHead(511).end('sign in'),
      'http',
      'captive_portal',
    ],
    [
      'the page of a hotspot',
      (_, r) => r.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Guest Wi-Fi</title>'),
      'http',
      'captive_portal',
    ],
    ['JSON of another shape', (_, r) => json(r, 200, { items: [] }), 'json', 'answer_unreadable'],
    [
      'huge headers',
      (_, r) => r.setHeader('X-Big', 'x'.repeat(60_000)).end('{}'),
      'http',
      'headers_too_large',
    ],
    ['a huge answer', (_, r) => r.end('x'.repeat(5_000_000)), 'json', 'answer_too_large'],
    [
      'a refused environment',
      (_, r) => json(r, 400, { error: 'Bad', code: 'invalid_environment' }),
      'environment',
      'environment_refused',
    ],
  ])('the connection test stops at %s', async (_, behave, step, code) => {
    const result = await testBehavior(behave)
    expect(result).toMatchObject({ failed: step, code })
    const names = result.steps.map(({ name }) => name)
    expect(
      result.steps
        .slice(names.indexOf(result.failed ?? 'clock') + 1)
        .every(({ state }) => state === 'skipped'),
    ).toBe(true)
  })

  it('the connection test finds the service at another path of the same server', async () => {
    const result = await testBehavior((request, response) => {
      if (!request.url?.startsWith('/links/api/v1/sdk/')) response.writeHead(404).end('no such page')
      else if (isKnownKey(request)) respondLinkNotFound(response)
      else json(response, 403, { error: 'Forbidden' })
    })
    expect(result).toMatchObject({ code: 'not_the_service', suggestedBaseUrl: null })
    const deeperReport = await testAddress(`${server?.origin}/links/admin`)
    expect(deeperReport).toMatchObject({
      failed: 'json',
      code: 'wrong_path',
      suggestedBaseUrl: `${server?.origin}/links/api/v1/sdk`,
    })
  })

  it('the connection test stops at a missing key', async () => {
    server = await startServer((_, response) =>
      json(response, 401, { error: 'Key, please', code: 'missing_project_key' }),
    )
    const result = await app.get('connection.test', {
      profile: { name: 'x', baseUrl: server.origin },
      environment: 'production',
    })
    expect(result.steps.find(({ state }) => state === 'failed')).toMatchObject({
      name: 'key',
      problem: { code: 'key_missing' },
    })
  })

  it.each([
    ['not an address', 'ht tp://', 'address', 'url_invalid'],
    ['plain HTTP to another computer', 'http://example.com', 'address', 'url_insecure'],
    ['a name that does not exist', 'https://nowhere.invalid', 'name', 'dns_failed'],
    ['a port without a listener', 'http://127.0.0.1:9', 'connection', 'connection_refused'],
  ])('the connection test stops at %s', async (_, baseUrl, step, code) => {
    expect(await testAddress(baseUrl)).toMatchObject({ failed: step, code })
  })

  it('the connection test reports a wrong clock', async () => {
    const result = await testBehavior((request, response) => {
      response.sendDate = false
      response.setHeader('Date', new Date(Date.now() - 3_600_000).toUTCString())
      if (isKnownKey(request)) respondLinkNotFound(response)
      else json(response, 403, {})
    })
    expect(result).toMatchObject({ failed: 'clock', code: 'clock_wrong' })
  })
})
