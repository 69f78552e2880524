import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serviceErrorBody } from '../../../contract/service/api/serviceError.ts'
import { idleGraceMs } from '../../../service/serve.ts'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { makeCertificate as makeSignedCertificate } from '../../core/harness/certificate.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { freePort, startPostgres } from '../postgres/server.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { accessLog, nginxMissing, startNginx } from './nginx.ts'

const missing = nginxMissing()
if (missing) console.warn(`The tests of nginx.conf are skipped: ${missing}.`)

interface Answer {
  status: number
  type: string
  id: string
  text: string
}

/** The lines about certificates for many domains in docs/operating/projects.md, with their folder on this machine. */
function manyDomainsExample(folder: string): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operating/projects.md'), 'utf8')
  const [, example = ''] = /server_name _;\n([^`]+)```/.exec(page) ?? []
  const lines = example
    .trim()
    .replaceAll('/etc/linkwright/', `${folder}/`)
    .split(/\s*\n\s*/)
  expect(lines).toHaveLength(2)
  return lines
}

const linkOrigin = 'https://links.example.com'

describe.skipIf(missing !== null)('nginx as service/deploy/nginx.conf sets it up', () => {
  let folder: string
  let service: TestService
  let ports: { http: number; tls: number; service: number }
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-nginx-'))
    const [http, tls] = [await freePort(), await freePort()]
    service = await startTestService({ linkOrigin })
    ports = { http, tls, service: Number(new URL(service.origin).port) }
    stop = await startNginx(folder, ports)
  })
  afterAll(async () => {
    await stop?.()
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  /** Sends a request to the proxy over TLS, with a certificate that the test has created. */
  const ask = (path: string, { method = 'GET', headers = {}, body = '', port = ports.tls } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const clientRequest = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          headers: { host: 'links.example.com', ...headers },
          rejectUnauthorized: false,
        },
        (response) => {
          let text = ''
          response.on('data', (part: Buffer) => (text += part.toString()))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              id: String(response.headers['x-request-id']),
              text,
            }),
          )
        },
      )
      clientRequest.on('error', reject).end(body)
    })
  const create = (body: string, port = ports.tls) =>
    ask('/api/v1/sdk/generate_link', {
      port,
      method: 'POST',
      headers: { 'project-key': service.key, environment: 'production', 'content-type': 'application/json' },
      body,
    })

  test('nginx logs no visitor of a link, not even during the redirect to TLS', async () => {
    const path = await service.create({})
    expect((await ask(`/${path}`)).status).toBe(200)
    await fetch(`http://127.0.0.1:${ports.http}/${path}`, { redirect: 'manual' })
    expect(readFileSync(accessLog(folder), 'utf8')).toBe('')
  })

  test('nginx forwards requests that create and open links, but no requests for operators', async () => {
    const response = await create(JSON.stringify({ title: 'Hello' }))
    expect(response.status).toBe(200)
    const { link } = JSON.parse(response.text) as { link: string }
    expect((await ask(new URL(link).pathname)).text).toContain('Hello')
    for (const path of ['/metrics', '/health', '/health/live', '/health/ready'])
      expect((await ask(path)).text).toContain('nginx')
  })

  test('nginx redirects a link without encryption, and refuses a key', async () => {
    const fetchPlain = (path: string) =>
      fetch(`http://127.0.0.1:${ports.http}${path}`, {
        redirect: 'manual',
        headers: { host: 'links.example.com' },
      })
    const visit = await fetchPlain('/abc?x=1')
    expect([visit.status, visit.headers.get('location')]).toEqual([301, 'https://127.0.0.1/abc?x=1'])
    expect((await fetchPlain('/api/v1/sdk/link/abc')).status).toBe(403)
  })

  test('the example for many domains serves each with its own certificate, new ones without a reload', async () => {
    const [http, tls] = [await freePort(), await freePort()]
    const authority = makeSignedCertificate({ name: 'Root', authority: true })
    const addDomain = (name: string) => {
      const domainFolder = join(folder, 'domains', name)
      mkdirSync(domainFolder, { recursive: true })
      const { cert, key } = makeSignedCertificate({ name, hosts: [name], signedBy: authority })
      writeFileSync(join(domainFolder, 'fullchain.pem'), cert)
      writeFileSync(join(domainFolder, 'privkey.pem'), key)
    }
    addDomain('go.example.com')
    const names: [RegExp, string] = [/server_name links\.example\.com;/g, 'server_name _;']
    const lines = manyDomainsExample(folder).map((line): [RegExp, string] => [
      new RegExp(`${line.split(' ')[0]} \\S+;`),
      line,
    ])
    onTestFinished(await startNginx(folder, { http, tls, service: ports.service }, [names, ...lines]))
    const openWith = async (host: string) => {
      const options = {
        host: '127.0.0.1',
        port: tls,
        servername: host,
        ca: authority.cert,
        agent: false as const,
      }
      const clientRequest = request({
        ...options,
        path: '/.well-known/assetlinks.json',
        headers: { host },
      }).end()
      const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
      response.resume()
      return [response.statusCode, response.headers['app-links']]
    }
    // Node has verified each name against its certificate. The service received the host unchanged, and knows none of
    // them.
    expect(await openWith('go.example.com')).toEqual([404, 'unknown-host'])
    await expect(openWith('new.example.com')).rejects.toThrow()
    addDomain('new.example.com')
    expect(await openWith('new.example.com')).toEqual([404, 'unknown-host'])
    await expect(openWith('domains/../go.example.com')).rejects.toThrow()
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

  test('wrong keys are counted by the address that nginx sees, whatever the client’s headers contain', async () => {
    const other = await startTestService({ linkOrigin, behindProxy: true, wrongKeyLimit: 1 })
    onTestFinished(() => other.stop())
    const port = await freePort()
    const otherPorts = { http: await freePort(), tls: port, service: Number(new URL(other.origin).port) }
    onTestFinished(await startNginx(folder, otherPorts))
    const statusFor = async (address: string) =>
      (await ask('/api/v1/sdk/link/none', { port, headers: { 'x-forwarded-for': address } })).status
    // nginx itself is the client at 127.0.0.1: another address could come only from a header.
    expect([await statusFor('192.0.2.1'), await statusFor('192.0.2.2')]).toEqual([401, 429])
  })

  test('wrong keys are counted by the address that a balancer reports, if the example names the balancer', async () => {
    const other = await startTestService({ linkOrigin, behindProxy: true, wrongKeyLimit: 1 })
    onTestFinished(() => other.stop())
    const port = await freePort()
    const otherPorts = { http: await freePort(), tls: port, service: Number(new URL(other.origin).port) }
    const example: [RegExp, string][] = [
      [/#set_real_ip_from 192\.0\.2\.0\/24;/, 'set_real_ip_from 127.0.0.1;'],
      [/#(?=real_ip_header)/, ''],
    ]
    onTestFinished(await startNginx(folder, otherPorts, example))
    const statusFor = async (address: string) =>
      (await ask('/api/v1/sdk/link/none', { port, headers: { 'x-forwarded-for': address } })).status
    // The balancer appends the address that it sees to the client's header.
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3, 192.0.2.1']
    const statuses: number[] = []
    for (const address of addresses) statuses.push(await statusFor(address))
    expect(statuses).toEqual([401, 401, 429])
  })

  test('too many requests from one address are refused in the JSON of the API', async () => {
    const [http, port] = [await freePort(), await freePort()]
    // A slow machine can't reach the shipped limits, so the test lowers them.
    const extraChanges: [RegExp, string][] = [
      [/rate=100r\/s/, 'rate=1r/m'],
      [/burst=200/, 'burst=2'],
    ]
    onTestFinished(await startNginx(folder, { http, tls: port, service: ports.service }, extraChanges))
    const askOnce = () => ask('/api/v1/sdk/link/none', { port })
    const answers = [await askOnce(), await askOnce(), await askOnce(), await askOnce()]
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    const codes = refused.map(({ text }) => serviceErrorBody.parse(JSON.parse(text)).code)
    expect(new Set(codes)).toEqual(new Set(['rate_limited']))
  })

  test('a stopped service is reported to apps as JSON, and to visitors as a page', async () => {
    const [http, port, unused] = [await freePort(), await freePort(), await freePort()]
    const stopOther = await startNginx(folder, { http, tls: port, service: unused })
    onTestFinished(stopOther)
    const { status, text, type, id } = await create('{}', port)
    expect(status).toBe(503)
    expect(type).toContain('application/json')
    expect(serviceErrorBody.parse(JSON.parse(text))).toMatchObject({
      code: 'unavailable',
      stored: 'unknown',
      request_id: id,
    })
    const visit = await ask('/abc', { port })
    expect([visit.status, visit.type.split(';')[0]]).toEqual([503, 'text/html'])
    expect(visit.text).toContain('cannot be opened right now')
  })

  test('a visit is sent to another instance if one has no database', async () => {
    const path = await service.create({ title: 'Hello' })
    const away = await startTestService({ linkOrigin })
    onTestFinished(() => away.stop())
    const gone = vi.spyOn(away.store, 'findLink').mockRejectedValue(new StoreUnavailableError('gone'))
    const [http, port] = [await freePort(), await freePort()]
    const second: [RegExp, string] = [/# server 192\.0\.2\.2:4680/, `server ${new URL(away.origin).host}`]
    onTestFinished(await startNginx(folder, { http, tls: port, service: ports.service }, [second]))
    const visits = [ask(`/${path}`, { port }), ask(`/${path}`, { port }), ask(`/${path}`, { port })]
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(gone).toHaveBeenCalled()
  })

  test.skipIf(postgresMissing() !== null)(
    'two machines are restarted one after another without losing or repeating a create',
    async () => {
      const server = await startPostgres()
      onTestFinished(() => server.remove())
      const url = await server.createDatabase()
      const start = async (port: number) =>
        startTestService({
          store: await openPostgresStore(url),
          port,
          linkOrigin,
          rateLimit: 0,
          idleGraceMs,
        })
      const [http, tls, first, second] = [
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
      ]
      const machines = [await start(first), await start(second)]
      onTestFinished(async () => void (await Promise.all(machines.map((machine) => machine.stop()))))
      const extraChanges: [RegExp, string][] = [[/# server 192\.0\.2\.2:4680/, `server 127.0.0.1:${second}`]]
      onTestFinished(await startNginx(folder, { http, tls, service: first }, extraChanges))
      const key = machines[0]?.key ?? ''
      const statuses: number[] = []
      let isLoading = true
      const load = async () => {
        while (isLoading) {
          const headers = {
            'project-key': key,
            environment: 'production',
            'content-type': 'application/json',
          }
          const options = { port: tls, method: 'POST', headers, body: '{}' }
          statuses.push((await ask('/api/v1/sdk/generate_link', options)).status)
          // nginx lets 100 requests a second of one address pass.
          await pause(25)
        }
      }
      const loads = [load(), load()]
      const waitForResponses = (count: number) => expect.poll(() => statuses.length).toBeGreaterThan(count)
      await waitForResponses(10)
      for (const [index, port] of [first, second, first, second].entries()) {
        await machines[index % 2]?.stop()
        await waitForResponses(statuses.length + 10)
        machines[index % 2] = await start(port)
        await waitForResponses(statuses.length + 5)
      }
      isLoading = false
      await Promise.all(loads)
      expect(new Set(statuses)).toEqual(new Set([200]))
      const client = new Client(url)
      await client.connect()
      const { rows } = await client.query<{ links: string }>('SELECT count(*) AS links FROM links')
      await client.end()
      expect(Number(rows[0]?.links)).toBe(statuses.length)
    },
  )
})
