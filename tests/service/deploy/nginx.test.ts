import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serviceErrorBody } from '../../../contract/serviceError.ts'
import { freePort } from '../postgres/server.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { accessLog, nginxMissing, startNginx } from './nginx.ts'

const missing = nginxMissing()
if (missing) console.warn(`The tests of nginx.conf are skipped: ${missing}.`)

interface Answered {
  status: number
  type: string
  id: string
  text: string
}

describe.skipIf(missing !== null)('nginx as service/deploy/nginx.conf sets it up', () => {
  let folder: string
  let service: TestService
  let ports: { open: number; tls: number; service: number }
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-nginx-'))
    const [open, tls] = [await freePort(), await freePort()]
    service = await startTestService({ linkOrigin: 'https://links.example.com' })
    ports = { open, tls, service: Number(new URL(service.origin).port) }
    stop = await startNginx(folder, ports)
  })
  afterAll(async () => {
    await stop?.()
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  /** Asks the proxy over TLS, whose certificate the test has made itself. */
  const ask = (path: string, { method = 'GET', headers = {}, body = '', port = ports.tls } = {}) =>
    new Promise<Answered>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          headers: { host: 'links.example.com', ...headers },
          rejectUnauthorized: false,
        },
        (answer) => {
          let text = ''
          answer.on('data', (part: Buffer) => (text += part.toString()))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              id: String(answer.headers['x-request-id']),
              text,
            }),
          )
        },
      )
      asked.on('error', reject).end(body)
    })
  const create = (body: string, port = ports.tls) =>
    ask('/api/v1/sdk/generate_link', {
      port,
      method: 'POST',
      headers: { 'project-key': service.key, environment: 'production', 'content-type': 'application/json' },
      body,
    })

  test('no list is made of who opened which link, also on the way to TLS', async () => {
    const path = await service.create({})
    expect((await ask(`/${path}`)).status).toBe(200)
    await fetch(`http://127.0.0.1:${ports.open}/${path}`, { redirect: 'manual' })
    expect(readFileSync(accessLog(folder), 'utf8')).toBe('')
  })

  test('links are made and opened through it, and what is for operators is not', async () => {
    const made = await create(JSON.stringify({ title: 'Hello' }))
    expect(made.status).toBe(200)
    const { link } = JSON.parse(made.text) as { link: string }
    expect((await ask(new URL(link).pathname)).text).toContain('Hello')
    for (const path of ['/metrics', '/health', '/health/live', '/health/ready'])
      expect((await ask(path)).text).toContain('nginx')
  })

  test('unencrypted, a link is redirected, and a key is not', async () => {
    const at = (path: string) =>
      fetch(`http://127.0.0.1:${ports.open}${path}`, {
        redirect: 'manual',
        headers: { host: 'links.example.com' },
      })
    const visit = await at('/abc?x=1')
    expect([visit.status, visit.headers.get('location')]).toEqual([301, 'https://127.0.0.1/abc?x=1'])
    expect((await at('/api/v1/sdk/link/abc')).status).toBe(403)
  })

  test('a body that is too large is refused in the JSON of the API, by the service and by nginx', async () => {
    for (const size of [70_000, 200_000]) {
      const { status, type, text, id } = await create(JSON.stringify({ title: 'a'.repeat(size) }))
      expect([status, type.split(';')[0]]).toEqual([413, 'application/json'])
      expect(serviceErrorBody.parse(JSON.parse(text))).toMatchObject({
        code: 'too_large',
        stored: 'no',
        request_id: id,
      })
    }
  })

  test('wrong keys are counted by the address that nginx has seen, whatever the client says', async () => {
    const linkOrigin = 'https://links.example.com'
    const other = await startTestService({ linkOrigin, behindProxy: true, wrongKeyLimit: 1 })
    onTestFinished(() => other.stop())
    const port = await freePort()
    const at = { open: await freePort(), tls: port, service: Number(new URL(other.origin).port) }
    onTestFinished(await startNginx(folder, at))
    const statusFor = async (address: string) =>
      (await ask('/api/v1/sdk/link/none', { port, headers: { 'x-forwarded-for': address } })).status
    // nginx itself is the client at 127.0.0.1: another address could be only what the client has said.
    expect([await statusFor('192.0.2.1'), await statusFor('192.0.2.2')]).toEqual([401, 429])
  })

  test('too many requests from one address are refused in the JSON of the API', async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => ask('/api/v1/sdk/link/none')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    const codes = refused.map(({ text }) => serviceErrorBody.parse(JSON.parse(text)).code)
    expect(new Set(codes)).toEqual(new Set(['rate_limited']))
  })

  test('a service that is away is said to applications in JSON, and to visitors as a page', async () => {
    const [open, port, nobody] = [await freePort(), await freePort(), await freePort()]
    const stopOther = await startNginx(folder, { open, tls: port, service: nobody })
    onTestFinished(stopOther)
    const { status, text, type, id } = await create('{}', port)
    expect(status).toBe(503)
    expect(type).toContain('application/json')
    expect(serviceErrorBody.parse(JSON.parse(text))).toMatchObject({
      code: 'unavailable',
      stored: 'unknown',
      request_id: id,
    })
    const visited = await ask('/abc', { port })
    expect([visited.status, visited.type.split(';')[0]]).toEqual([503, 'text/html'])
    expect(visited.text).toContain('cannot be opened right now')
  })
})
