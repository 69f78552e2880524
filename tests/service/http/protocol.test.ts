import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceErrorBody } from '../../../contract/service/api/serviceError.ts'
import { version } from '../../../service/version.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

/** Returns the status and code of a raw response, after checking its headers and the shape of its body. */
function read(answer: string): [status: number, code: string] {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
  expect(head.toLowerCase()).toContain(`link-service: linkwright/${version}`)
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
  const parsed = serviceErrorBody.parse(JSON.parse(body))
  expect(head).toContain(parsed.request_id)
  return [Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), parsed.code]
}

describe('error body: always JSON', () => {
  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n', 400],
    ['TLS on a plain port', '\u0016\u0003\u0001\u0002\u0000\u0001', 400],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an unknown method', 'HELLO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an invalid length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['a header with a line break', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n', 400],
    ['an invalid path', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['headers of 20 KiB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('a request the parser refuses gets a JSON error: %s', async (_name, bytes, status) => {
    expect(read(await service.raw(bytes))[0]).toBe(status)
  })

  it('a broken chunk in a body gets a JSON error', async () => {
    const answer = await service.raw(
      `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${service.key}\r\nENVIRONMENT: production\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    )
    expect(read(answer)[0]).toBe(400)
  })

  it('CONNECT gets a JSON error, because this is not a proxy', async () => {
    const answer = await service.raw('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
    expect(read(answer)).toEqual([405, 'method_not_allowed'])
  })

  it('CONNECT from a client that left before the answer does not end the service', async () => {
    const uncaughtErrors: unknown[] = []
    const addError = (error: unknown) => void uncaughtErrors.push(error)
    process.on('uncaughtExceptionMonitor', addError)
    for (let count = 0; count < 20; count++) {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
      // The reset arrives with the request, or while the response is being sent.
      if (count % 2 === 0) await new Promise(setImmediate)
      socket.resetAndDestroy()
      await once(socket, 'close')
    }
    expect((await fetch(`${service.origin}/health`)).status).toBe(200)
    process.off('uncaughtExceptionMonitor', addError)
    expect(uncaughtErrors).toEqual([])
  })

  it('an unknown expectation is ignored', async () => {
    const answer = await service.raw(
      'GET /health HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a client that takes too long', () => {
  // Other tests use a service with longer limits, because on a busy machine they may take as long.
  let strictService: TestService
  const timeouts = { headers: 500, request: 1_000, keepAlive: 5_000, unread: 5_000 }
  beforeAll(async () => void (strictService = await startTestService({ timeouts })))
  afterAll(() => strictService.stop())

  it('headers that never end get 408', async () => {
    expect(read(await strictService.raw('GET / HTTP/1.1\r\nHost: x\r\n'))).toEqual([408, 'request_timeout'])
  })

  it('a body that never ends gets 408', async () => {
    const answer = await strictService.raw(
      `POST /api/v1/sdk/generate_link HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${strictService.key}\r\nENVIRONMENT: production\r\n` +
        'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
    )
    expect(read(answer)).toEqual([408, 'request_timeout'])
  })

  it('a connection that sends nothing is closed', async () => {
    const socket = connect(Number(new URL(strictService.origin).port), '127.0.0.1')
    socket.resume()
    await once(socket, 'close')
    expect(socket.destroyed).toBe(true)
  })
})

describe('unknown route / wrong method', () => {
  it.each(['/', '/x', '/generate_link/', '/generate_link/x', '/GENERATE_LINK', '/link', '/link/a/b'])(
    'the unknown path %s of the API gets 404',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const body = method === 'POST' ? '{}' : undefined
        const response = await service.ask(path, { method, ...(body !== undefined && { body }) })
        expect(await readError(response)).toMatchObject({ status: 404, code: 'not_found' })
      }
    },
  )

  it.each([
    ['GET', '/api/v1/sdk/generate_link', 'POST'],
    ['DELETE', '/api/v1/sdk/generate_link', 'POST'],
    ['POST', '/api/v1/sdk/link/abc', 'GET, HEAD, PATCH'],
    ['PROPFIND', '/api/v1/sdk/link/abc', 'GET, HEAD, PATCH'],
    ['POST', '/abc', 'GET, HEAD'],
    ['PUT', '/', 'GET, HEAD'],
    ['PURGE', '/abc', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['POST', '/metrics', 'GET, HEAD'],
    ['POST', '/robots.txt', 'GET, HEAD'],
    ['POST', '/api/v1/sdk/openapi.json', 'GET, HEAD'],
  ])('the wrong method of %s %s gets 405 with Allow: %s', async (method, path, allow) => {
    const response = await fetch(service.origin + path, { method })
    expect(response.headers.get('allow')).toBe(allow)
    expect(await readError(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  })
})

describe('Link-Service', () => {
  it('Link-Service names the version of the package', () => expect(version).toBe(packageJson.version))

  it('every response has a Link-Service header and a request id', async () => {
    const answers = await Promise.all([
      service.post({}),
      service.post('{'),
      service.ask('/link/none'),
      service.visit('none'),
      fetch(`${service.origin}/health`),
      fetch(`${service.origin}/metrics`),
      fetch(`${service.origin}/api/v1/sdk/openapi.json`),
    ])
    for (const { headers } of answers) {
      expect(headers.get('link-service')).toBe(
        `linkwright/${version}; visits; lookup; created; enroll; changes; rules; paths; list; invite; image`,
      )
      expect(headers.get('x-request-id')).toMatch(/^req_\w{12}$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
  })
})
