import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../../contract/app/problems/result.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../../core/dispatch.ts'
import { createPage } from '../../core/page/page.ts'
import { bodyLimit, createLoopbackApp } from '../../loopback/app.ts'
import { createOneTimeCodes } from '../../loopback/oneTimeCodes.ts'

const token = 'the-token-of-this-test'
const bugs: unknown[] = []
let slow = Promise.withResolvers<Result<string>>()
const handlers = {
  'app.state': () => Promise.resolve(ok('the state')),
  'drafts.list': () => Promise.reject(new Error('a bug in the program')),
  'jobs.list': () => slow.promise,
} as unknown as Handlers

let folder: string
let app: ReturnType<typeof createLoopbackApp>
let port: number
let ownHeaders: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-page-'))
  await writeFile(join(folder, 'index.html'), '<meta nonce="__CSP_NONCE__">')
  app = createLoopbackApp({
    core: { handlers, reportBug: (_call, error) => bugs.push(error) },
    page: createPage(folder),
    token,
    codes: createOneTimeCodes(),
    lateAfterMs: 20,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
beforeEach(() => {
  ownHeaders = {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    'x-linkwright-token': token,
    'content-type': 'application/json',
  }
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

interface HttpResponse {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** Sends exactly these headers, which `fetch` would not: it sets `Host` and `Origin` as it sees fit. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { host: '127.0.0.1', port, method, path, headers, setHost: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      },
    )
    clientRequest.on('error', reject).end(body)
  })
}

const call = (name: string, headers = ownHeaders, body = '{}') => send('POST', `/call/${name}`, headers, body)
const problemCode = (response: HttpResponse) =>
  (JSON.parse(response.text) as { problem: { code: string } }).problem.code

test('a call from the app’s own page with the token is answered and never cached', async () => {
  const response = await call('app.state')
  expect(response).toMatchObject({ status: 200, text: '{"ok":true,"value":"the state"}' })
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
})

test('a slow call of the window is answered later, only once and only with the token', async () => {
  const first = await call('jobs.list', { ...ownHeaders, prefer: 'respond-async' })
  expect(first).toMatchObject({ status: 202, text: 'null' })
  const path = String(first.headers['location'])
  expect(await send('POST', path, ownHeaders, '{}')).toMatchObject({
    status: 202,
    headers: { location: path },
  })
  expect((await send('POST', path, { ...ownHeaders, 'x-linkwright-token': 'other' }, '{}')).status).toBe(403)
  slow.resolve(ok('the jobs'))
  expect(await send('POST', path, ownHeaders, '{}')).toMatchObject({
    status: 200,
    text: '{"ok":true,"value":"the jobs"}',
  })
  expect(problemCode(await send('POST', path, ownHeaders, '{}'))).toBe('unknown_call')
})

test('a slow call of another client is answered when its result is ready', async () => {
  slow = Promise.withResolvers()
  const answer = call('jobs.list')
  setTimeout(() => slow.resolve(ok('the jobs')), 100)
  expect(await answer).toMatchObject({ status: 200, text: '{"ok":true,"value":"the jobs"}' })
})

describe('refused calls', () => {
  test.each([
    ['without a token', { 'x-linkwright-token': undefined }],
    ['with another token', { 'x-linkwright-token': 'another' }],
    ['with an empty token', { 'x-linkwright-token': '' }],
    ['without an origin', { origin: undefined }],
    ['from another origin', { origin: 'https://example.com' }],
    ['from another port of this computer', { origin: 'http://127.0.0.1:1' }],
    ['from an opaque origin', { origin: 'null' }],
    ['that names another host', { host: 'rebound.example.com' }],
    ['that spells the host differently', { host: 'localhost' }],
  ])(
    'the browser host refuses a call %s',
    async (_what, changedHeaders: Record<string, string | undefined>) => {
      const sent = Object.entries({ ...ownHeaders, ...changedHeaders }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      )
      const response = await call('app.state', Object.fromEntries(sent))
      expect(response.status).toBe(403)
      expect(problemCode(response)).toBe('not_allowed')
    },
  )

  test('the browser host rejects a call with a preflight from another origin', async () => {
    const preflightHeaders = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-linkwright-token',
    }
    const headers = { host: `127.0.0.1:${port}`, origin: 'https://example.com', ...preflightHeaders }
    const response = await send('OPTIONS', '/call/app.state', headers)
    expect(response.status).toBe(404)
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('answers with a problem', () => {
  test.each([
    ['an unknown call', () => call('app.destroy'), 200, 'unknown_call'],
    ['a call named like an inherited property', () => call('__proto__'), 200, 'unknown_call'],
    ['a body that is not JSON', () => call('app.state', ownHeaders, '{'), 400, 'invalid_input'],
    ['an empty body', () => call('app.state', ownHeaders, ''), 400, 'invalid_input'],
    [
      'a form',
      () => call('app.state', { ...ownHeaders, 'content-type': 'text/plain' }),
      415,
      'invalid_input',
    ],
    [
      'a body over the limit',
      () => call('app.state', ownHeaders, ' '.repeat(bodyLimit + 1)),
      413,
      'invalid_input',
    ],
    ['another method', () => send('PUT', '/call/app.state', ownHeaders, '{}'), 404, 'unknown_call'],
    ['a bug in the program', () => call('drafts.list'), 200, 'bug'],
  ])('the browser host answers with a problem: %s', async (_what, sendCall, status, code) => {
    const response = await sendCall()
    expect(response.status).toBe(status)
    expect(problemCode(response)).toBe(code)
  })

  test('the browser host reports a bug without showing it', async () => {
    bugs.length = 0
    expect((await call('drafts.list')).text).not.toContain('a bug in the program')
    expect(bugs).toEqual([new Error('a bug in the program')])
  })
})

test('the browser host closes a connection whose client does not read the answer for half a minute', () => {
  expect(app.server.timeout).toBe(30_000)
})

describe('serving the window', () => {
  test('the window is served without a token, under its policy', async () => {
    const response = await send('GET', '/', { host: ownHeaders['host'] ?? '' })
    expect(response.status).toBe(200)
    const nonce = /nonce="([^"]+)"/.exec(response.text)?.[1] ?? 'none'
    expect(response.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  })

  test('the window is not served under another name', async () => {
    expect((await send('GET', '/', { host: `localhost:${port}` })).status).toBe(403)
  })

  test('no file outside the window is served', async () => {
    expect((await send('GET', '/..%2f..%2fetc/passwd', ownHeaders)).status).toBe(404)
    expect((await send('GET', '/../../etc/passwd', ownHeaders)).status).toBe(404)
  })
})

describe('requests that no browser sends', () => {
  /** Sends raw bytes and returns the whole response. */
  const sendRaw = async (head: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    await once(socket, 'close')
    const [headers = '', body = ''] = text.split('\r\n\r\n')
    return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1]), headers, body }
  }
  const ownHost = () => `Host: 127.0.0.1:${port}`

  test('HEAD has the headers of GET and no body', async () => {
    const response = await sendRaw(`HEAD / HTTP/1.1\r\n${ownHost()}`)
    expect(response).toMatchObject({ status: 200, body: '' })
    expect(response.headers).toContain('content-security-policy')
  })

  test('the browser host accepts its full address in place of a path', async () => {
    const response = await sendRaw(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\n${ownHost()}`)
    expect([response.status, response.body.startsWith('<meta')]).toEqual([200, true])
  })

  test.each([
    ['the address of another host', () => `GET http://example.com/ HTTP/1.1\r\n${ownHost()}`, 400],
    ['an invalid address', () => `GET * HTTP/1.1\r\n${ownHost()}`, 400],
    ['an invalid path', () => `GET /%zz HTTP/1.1\r\n${ownHost()}`, 400],
    ['an endless name of a call', () => `GET /call/${'x'.repeat(500)} HTTP/1.1\r\n${ownHost()}`, 404],
    ['a request with two hosts', () => `GET / HTTP/1.1\r\n${ownHost()}\r\nHost: example.com`, 403],
    ['a request that is not HTTP', () => 'hello', 400],
    [
      'a request with two lengths',
      () => `POST / HTTP/1.1\r\n${ownHost()}\r\nContent-Length: 1\r\nContent-Length: 2`,
      400,
    ],
  ])('the browser host rejects %s with a problem, and reports no bug', async (_what, head, status) => {
    bugs.length = 0
    const response = await sendRaw(head())
    expect([response.status, bugs]).toEqual([status, []])
    if (status !== 404) expect(JSON.parse(response.body)).toMatchObject({ ok: false, problem: {} })
  })
})
