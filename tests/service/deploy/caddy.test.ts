import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { freePort } from '../postgres/server.ts'
import { setTerms } from '../setTerms.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { caddyMissing, startCaddy, validateCaddyfile } from './caddy.ts'
import type { CaddyPorts } from './caddy.ts'

const missing = caddyMissing()
if (missing) console.warn(`The tests of the Caddyfile are skipped: ${missing}.`)

describe.skipIf(missing !== null)('Caddy as service/deploy/Caddyfile sets it up', () => {
  let folder: string
  let service: TestService
  let ports: CaddyPorts
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-caddy-'))
    service = await startTestService({ linkOrigin: 'https://links.example.com', behindProxy: true })
    const apps = { ios: ['ABCDE12345.com.example.app'], android: [] }
    await setTerms(service.store, service.project, {
      ...defaultTerms,
      domains: {
        ...defaultTerms.domains,
        production: { default: 'https://go.example.com', origins: ['https://go.example.com'] },
      },
      apps: { production: apps, development: null },
    })
    const [http, tls, ask] = [await freePort(), await freePort(), await freePort()]
    ports = { http, tls, ask, service: Number(new URL(service.origin).port) }
    stop = await startCaddy(folder, ports)
  })
  afterAll(async () => {
    await stop?.()
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const ask = (host: string, path: string) =>
    new Promise<{ status: number; type: string; reason: unknown; text: string }>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: ports.tls,
        servername: host,
        path,
        rejectUnauthorized: false,
      }
      const clientRequest = request({ ...options, headers: { host } }, (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            reason: response.headers['app-links'],
            text,
          }),
        )
      })
      clientRequest.on('error', reject).end()
    })

  test('the shipped file is valid as it is', () => {
    const { status, text } = validateCaddyfile()
    expect([status, text]).toEqual([0, expect.stringContaining('Valid configuration')])
  })

  test('the configuration in compose.yaml is valid with one link host and with several', () => {
    const compose = readFileSync(join(import.meta.dirname, '../../../service/deploy/compose.yaml'), 'utf8')
    const { configs } = parse(compose) as { configs: { caddyfile: { content: string } } }
    for (const others of ['', ', https://go.example.com, https://shop.example.org']) {
      const text = configs.caddyfile.content
        .replace('${LINK_ORIGIN}', 'https://links.example.com')
        .replace('${OTHER_ORIGINS:+, ${OTHER_ORIGINS}}', others)
      expect(text).not.toContain('$')
      const file = join(folder, 'compose.Caddyfile')
      writeFileSync(file, text)
      const { status, text: output } = validateCaddyfile(file)
      expect([status, output]).toEqual([0, expect.stringContaining('Valid configuration')])
    }
  })

  test('each listed domain gets a certificate when it is first asked for, and its own files', async () => {
    const path = '/.well-known/apple-app-site-association'
    await vi.waitFor(async () => expect((await ask('go.example.com', path)).status).toBe(200), {
      timeout: 30_000,
    })
    const file = await ask('go.example.com', path)
    expect(file.type).toBe('application/json')
    expect(file.text).toContain('com.example.app')
    const android = await ask('links.example.com', '/.well-known/assetlinks.json')
    expect([android.status, android.reason]).toEqual([404, 'no-app'])
  })

  test('a name that isn’t listed gets no certificate', async () => {
    await expect(ask('evil.example', '/')).rejects.toThrow()
  })

  test('links open on their host, and operators’ paths don’t', async () => {
    const livePath = await service.create({ title: 'Live' })
    const testPath = await service.create({ title: 'Tried' }, { ENVIRONMENT: 'development' })
    expect((await ask('go.example.com', `/${livePath}`)).text).toContain('Live')
    expect((await ask('links.example.com', `/${testPath}`)).text).toContain('Tried')
    expect((await ask('go.example.com', `/${testPath}`)).status).toBe(404)
    for (const path of ['/metrics', '/health', '/health/live'])
      expect(await ask('go.example.com', path)).toMatchObject({ status: 404, text: '' })
  })

  test('Caddy redirects a link without encryption, and refuses a key', async () => {
    const fetchPlain = async (path: string) =>
      await fetch(`http://127.0.0.1:${ports.http}${path}`, { redirect: 'manual' })
    const visit = await fetchPlain('/abc?x=1')
    expect([visit.status, visit.headers.get('location')]).toEqual([301, 'https://127.0.0.1/abc?x=1'])
    expect((await fetchPlain('/api/v1/sdk/link/abc')).status).toBe(403)
  })
})
