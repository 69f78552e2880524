import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NetworkSettings } from '../../../contract/app/calls/profiles/network.ts'
import { noProxyError } from '../../../contract/app/profile/noProxy.ts'
import { findProxy } from '../../../core/network/proxy.ts'
import { noBus, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { makeCertificate } from '../harness/certificate.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import { startProxy, startSecureService } from '../harness/secureServer.ts'
import { startSocksProxy } from '../harness/socksProxy.ts'
import type { TestServer } from '../harness/server.ts'

const system = { proxy: 'system', proxyUrl: null, noProxy: '' } as const

describe('the proxy for a request', () => {
  const choose = async (url: string, env: NodeJS.ProcessEnv, resolveProxy?: () => Promise<string>) =>
    (await findProxy(new URL(url), { settings: system, env, resolveProxy }))?.href ?? null

  it.each<[string, string, NodeJS.ProcessEnv, string | null]>([
    ['HTTPS_PROXY', 'https://a.example/', { HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128/'],
    [
      'https_proxy before HTTPS_PROXY',
      'https://a.example/',
      { https_proxy: 'http://q:1', HTTPS_PROXY: 'http://p:1' },
      'http://q:1/',
    ],
    ['ALL_PROXY without a scheme', 'https://a.example/', { ALL_PROXY: 'p:3128' }, 'http://p:3128/'],
    ['nothing', 'https://a.example/', {}, null],
    ['using none for this computer', 'http://127.0.0.1:4680/', { HTTPS_PROXY: 'http://p:3128' }, null],
    ['using a SOCKS proxy', 'https://a.example/', { ALL_PROXY: 'socks5h://p:1080' }, 'socks5h://p:1080'],
    [
      'failing for an unsupported protocol',
      'https://a.example/',
      { HTTPS_PROXY: 'quic://p:1' },
      'quic://p:1',
    ],
    ['failing for an invalid proxy', 'https://a.example/', { HTTPS_PROXY: 'http://' }, 'unreadable://proxy'],
    [
      'using none within an excepted range',
      'https://10.1.2.3/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: '10.0.0.0/8' },
      null,
    ],
    [
      'using none within an excepted IPv6 range',
      'https://[fd00::1]/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: 'fd00::/8' },
      null,
    ],
    [
      'using none for an excepted IPv6 address',
      'https://[fd00::1]/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: 'fd00::1' },
      null,
    ],
    [
      'using none for an excepted address with its port',
      'https://[fd00::1]:8443/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: '[fd00::1]:8443' },
      null,
    ],
    [
      'using the proxy outside the excepted range',
      'https://11.1.2.3/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: '10.0.0.0/8' },
      'http://p/',
    ],
    [
      'using the proxy for a name without looking it up',
      'https://a.example/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: '0.0.0.0/0' },
      'http://p/',
    ],
    [
      'ignoring an invalid range',
      'https://10.1.2.3/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: '10.0.0.0/99,10.0.0.0/x,/8,10.0.0/8' },
      'http://p/',
    ],
    [
      'using none if everything is excepted',
      'https://a.example/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: '*' },
      null,
    ],
    [
      'using none for an excepted name',
      'https://a.example/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: 'b.example, A.example' },
      null,
    ],
    [
      'using none below an excepted name',
      'https://x.a.example/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: '.a.example' },
      null,
    ],
    [
      'using the proxy for a name with the same ending',
      'https://ba.example/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example' },
      'http://p/',
    ],
    [
      'using the proxy for another port',
      'https://a.example/',
      { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example:8443' },
      'http://p/',
    ],
  ])('the proxy for a request is chosen by %s', async (_, url, env, proxy) => {
    expect(await choose(url, env)).toBe(proxy)
  })

  it.each<readonly [string, string]>([
    ...[
      '10.*',
      '10.*.*.*',
      '10.',
      '10.1',
      '10.0.0.0/8',
      '10.0.0.0/255.0.0.0',
      '10.1.2.3',
      '10.1.2.3:443',
    ].map((list) => [list, 'https://10.1.2.3/'] as const),
    ...[
      '*.a.example',
      '*a.example',
      '.a.example',
      '*.example',
      'https://x.a.example/',
      '"a.example"',
      'b; a.example',
      'a.example.',
      'a.example:*',
      'x.*.example',
    ].map((list): [string, string] => [list, 'https://x.a.example/']),
    ['<local>', 'https://intranet/'],
    ['localhost;127.*;<local>', 'https://intranet/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['[fd00::]/8', 'https://[fd00::1]/'],
  ])('the list “%s” excepts %s from the proxy', async (list, url) => {
    expect(noProxyError(list)).toBeNull()
    expect(await choose(url, { HTTPS_PROXY: 'http://p', NO_PROXY: list })).toBeNull()
  })

  it.each([
    ['10.*', 'https://110.1.2.3/'],
    ['10.1', 'https://10.11.2.3/'],
    ['<local>', 'https://a.example/'],
    ['*.a.example', 'https://ba.example/'],
    ['1.2.3', 'https://x.1.2.3.example/'],
  ])('the list “%s” does not except %s', async (list, url) => {
    expect(await choose(url, { HTTPS_PROXY: 'http://p', NO_PROXY: list })).toBe('http://p/')
  })

  it.each([
    '10.0.0.0/99',
    '/8',
    '10.0.0/8',
    '10.0.0.0/255.0.255.0',
    'a(b',
    '*a*b*c*d*',
    'fd00::/200',
    '[]:1',
    'a:b:c',
  ])('the list “%s” is an error', (list) => {
    expect(noProxyError(`a.example, ${list}`)).toContain(list)
  })

  it.each([
    ['PROXY p.example:8080; DIRECT', 'http://p.example:8080/'],
    ['HTTPS p.example:8443', 'https://p.example:8443/'],
    ['DIRECT', null],
    ['SOCKS5 p.example:1080; DIRECT', 'socks5://p.example:1080'],
    ['SOCKS p.example:1080', 'socks4://p.example:1080'],
    ['QUIC q.example:443; SOCKS5 p.example:1080', 'socks5://p.example:1080'],
    ['QUIC q.example:443; DIRECT', null],
    ['QUIC q.example:443', 'quic://q.example:443'],
    ['SOCKS5', 'unreadable://proxy'],
    ['', null],
  ])('the proxy for a request is read from the system’s answer “%s”', async (answer, proxy) => {
    expect(await choose('https://a.example/', {}, () => Promise.resolve(answer))).toBe(proxy)
  })
})

describe('requests behind a proxy', () => {
  const authority = makeCertificate({ name: 'Root', authority: true })
  let folder: string
  let service: TestServer
  let stops: (() => Promise<void>)[]
  beforeEach(async () => {
    folder = await temporaryFolder()
    service = await startSecureService(
      makeCertificate({ name: 'service', hosts: ['service.test'], signedBy: authority }),
    )
    stops = [service.stop, () => removeFolder(folder)]
  })
  afterEach(async () => {
    for (const stop of stops) await stop()
  })

  async function appWith(env: NodeJS.ProcessEnv): Promise<App> {
    const time = { connect: 2_000, idle: 1_000, total: 3_000 }
    const app = await startApp(folder, {}, { time, system: { platform: 'linux', env: { ...noBus, ...env } } })
    stops.unshift(() => app.core.close())
    await app.get('network.setAuthorities', { pem: authority.cert })
    return app
  }
  const findLastStep = async (app: App) => {
    const profile = { name: 'T', baseUrl: 'https://service.test' }
    const { steps } = await app.get('connection.test', { profile, environment: 'development', key: testKey })
    return steps.find(({ state }) => state === 'failed') ?? steps.find(({ name }) => name === 'connection')
  }

  it('requests behind a proxy are sent through it with a name and password that are shown nowhere', async () => {
    const proxy = await startProxy(service.port)
    stops.unshift(proxy.stop)
    const app = await appWith({ HTTPS_PROXY: `http://ann:p%40ss-word@127.0.0.1:${proxy.port}` })
    const target = await connectProfile(app, 'https://service.test')
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
    expect(await findLastStep(app)).toMatchObject({
      state: 'passed',
      found: `through the proxy http://127.0.0.1:${proxy.port}`,
    })
    expect(proxy.requests).toContain('CONNECT service.test:443')
    expect(proxy.authorizations[0]).toBe(`Basic ${Buffer.from('ann:p@ss-word').toString('base64')}`)
    expect((await app.get('network.get', {})).activeProxy).toBe(`http://127.0.0.1:${proxy.port}`)
    await app.get('activity.bundle', {})
    expect(app.answers.join('\n')).not.toMatch(/ann:|p(%40|@)ss-word|YW5uOnB/)
  })

  it('requests behind a proxy fail in time if it never finishes its answer', async () => {
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined).write('HTTP/1.1 200 Connection established\r\n')
      const timer = setInterval(() => socket.write('X: y\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    stops.unshift(async () => void (await once(proxy.close(), 'close')))
    const app = await appWith({ HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    expect(await findLastStep(app)).toMatchObject({ name: 'connection', problem: { code: 'proxy_failed' } })
  })

  it.each([
    [407, [], 'proxy_auth'],
    [407, ['Basic realm="Office"'], 'proxy_auth'],
    [407, ['NTLM', 'Basic realm="Office"'], 'proxy_auth'],
    [407, ['NTLM'], 'proxy_scheme'],
    [407, ['Negotiate', 'NTLM'], 'proxy_scheme'],
    [407, ['kerberos'], 'proxy_scheme'],
    [403, [], 'proxy_failed'],
    [502, [], 'proxy_failed'],
  ])(
    'requests behind a proxy certainly fail when it answers %i and offers %j',
    async (status, schemes, code) => {
      const proxy = await startProxy(service.port, status, schemes)
      stops.unshift(proxy.stop)
      const app = await appWith({ HTTPS_PROXY: proxy.origin })
      const record = await app.get(
        'links.create',
        createInput(await connectProfile(app, 'https://service.test')),
      )
      expect(record).toMatchObject({ state: 'failed', problem: { code } })
      expect(await findLastStep(app)).toMatchObject({ name: 'connection', problem: { code } })
      expect(service.requests).toEqual([])
    },
  )

  it.each([
    ['socks5://127.0.0.1', 5],
    ['socks4a://127.0.0.1', 4],
  ])(
    'requests behind a proxy reach the service through %s, which looks up its name',
    async (origin, version) => {
      const proxy = await startSocksProxy({ port: service.port })
      stops.unshift(proxy.stop)
      const app = await appWith({ ALL_PROXY: `${origin}:${proxy.port}` })
      const target = await connectProfile(app, 'https://service.test')
      expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
      expect(await findLastStep(app)).toMatchObject({ found: `through the proxy ${origin}:${proxy.port}` })
      expect(new Set(proxy.requests)).toEqual(new Set([`SOCKS${version} service.test:443`]))
      expect((await app.get('network.get', {})).activeProxy).toBe(`${origin}:${proxy.port}`)
    },
  )

  it('requests behind a proxy sign in to a SOCKS proxy, with a password that is shown nowhere', async () => {
    const proxy = await startSocksProxy({ port: service.port, login: 'ann:100%@p' })
    stops.unshift(proxy.stop)
    const address = `127.0.0.1:${proxy.port}`
    const app = await appWith({ ALL_PROXY: `socks5://ann:100%25%40p@${address}` })
    const target = await connectProfile(app, 'https://service.test')
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
    proxy.login('ann:another')
    const { settings } = await app.get('network.get', {})
    await app.get('network.save', settings)
    expect(await app.get('links.create', createInput(target))).toMatchObject({
      state: 'failed',
      problem: { code: 'proxy_auth' },
    })
    expect(await findLastStep(app)).toMatchObject({ name: 'connection', problem: { code: 'proxy_auth' } })
    await app.get('activity.bundle', {})
    expect(app.answers.join('\n')).not.toMatch(/ann:|100%/)
  })

  it.each(['refuses', 'is silent', 'hangs up', 'talks nonsense'] as const)(
    'requests behind a proxy certainly fail when a SOCKS proxy %s',
    async (mode) => {
      const proxy = await startSocksProxy({ port: service.port, mode })
      stops.unshift(proxy.stop)
      const app = await appWith({ ALL_PROXY: `socks5://127.0.0.1:${proxy.port}` })
      const record = await app.get(
        'links.create',
        createInput(await connectProfile(app, 'https://service.test')),
      )
      expect(record).toMatchObject({ state: 'failed', problem: { code: 'proxy_failed' } })
      expect(await findLastStep(app)).toMatchObject({ name: 'connection', problem: { code: 'proxy_failed' } })
      expect(service.requests).toEqual([])
    },
  )

  it.each(['quic://127.0.0.1:1', 'http://', 'socks5://'])(
    'requests behind a proxy never bypass %s, which is not supported',
    async (proxyUrl) => {
      const app = await appWith({ HTTPS_PROXY: proxyUrl })
      const record = await app.get(
        'links.create',
        createInput(await connectProfile(app, 'https://service.test')),
      )
      expect(record).toMatchObject({ state: 'failed', problem: { code: 'proxy_unsupported' } })
      const step = await findLastStep(app)
      expect(step).toMatchObject({ name: 'name', problem: { code: 'proxy_unsupported' } })
    },
  )

  it('requests behind a proxy use a manually set SOCKS proxy', async () => {
    const proxy = await startSocksProxy({ port: service.port })
    stops.unshift(proxy.stop)
    const app = await appWith({})
    const { settings } = await app.get('network.get', {})
    const proxyUrl = `socks5://127.0.0.1:${proxy.port}`
    await app.get('network.save', { ...settings, proxy: 'manual', proxyUrl })
    const target = await connectProfile(app, 'https://service.test')
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
  })

  it('requests behind a missing proxy certainly fail, and use a manually set one afterwards', async () => {
    const stoppedProxy = await startProxy(service.port)
    await stoppedProxy.stop()
    const app = await appWith({ HTTPS_PROXY: stoppedProxy.origin })
    const target = await connectProfile(app, 'https://service.test')
    expect(await app.get('links.create', createInput(target))).toMatchObject({
      problem: { code: 'proxy_failed' },
    })
    const proxy = await startProxy(service.port)
    stops.unshift(proxy.stop)
    const { settings } = await app.get('network.get', {})
    await app.get('network.save', { ...settings, proxy: 'manual', proxyUrl: proxy.origin })
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
  })

  it('proxy settings that would store a readable password are rejected', async () => {
    const app = await appWith({})
    const { settings } = await app.get('network.get', {})
    const values: [Partial<NetworkSettings>, string][] = [
      [{ proxy: 'manual', proxyUrl: 'http://ann:secret@p.example' }, 'proxyUrl'],
      [{ proxy: 'manual', proxyUrl: null }, 'proxyUrl'],
      [{ proxy: 'manual', proxyUrl: 'p.example' }, 'proxyUrl'],
      [{ totalSeconds: 0 }, 'totalSeconds'],
    ]
    for (const [value, field] of values) {
      const { code, fields } = await app.problem('network.save', { ...settings, ...value })
      expect({ code, fields: Object.keys(fields ?? {}) }).toEqual({ code: 'invalid_input', fields: [field] })
    }
  })
})
