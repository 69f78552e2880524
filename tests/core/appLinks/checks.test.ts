import { readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingTexts } from '../../../contract/service/appLinks/findingTexts.ts'
import { createAppLinkChecks } from '../../../core/appLinks/checks.ts'
import type { Sender } from '../../../core/client/sender.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { makeCertificate } from '../harness/certificate.ts'
import type { Certificate } from '../harness/certificate.ts'
import { startProxy } from '../harness/secureServer.ts'
import { startRawServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'
import { createFile, appleFile, fixtures, goodAndroid, goodApple, rules, statement } from './fixtures.ts'
import { startLinkServer } from './linkServer.ts'
import type { LinkServer } from './linkServer.ts'

const host = 'links.example.com'
const link = `https://${host}/x/Ab3?n=1`
const time = { connect: 2_000, idle: 500, total: 2_000 }

let authority: Certificate
let folder: string
let app: App
let server: LinkServer
let proxy: TestServer

const certify = (options: Partial<Parameters<typeof makeCertificate>[0]> = {}) =>
  makeCertificate({ name: host, hosts: [host, 'other.example.com'], signedBy: authority, ...options })

beforeAll(async () => {
  authority = makeCertificate({ name: 'Public Root', authority: true })
  server = await startLinkServer(certify())
  proxy = await startProxy(server.port)
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { time })
  await app.get('network.setAuthorities', { pem: authority.cert })
  await connectThrough(proxy)
})
afterAll(async () => {
  await app.core.close()
  await proxy.stop()
  await server.stop()
  await removeFolder(folder)
})

/** Directs requests for any domain to a server on this computer. */
async function connectThrough({ port }: TestServer) {
  const { settings } = await app.get('network.get', {})
  await app.get('network.save', { ...settings, proxy: 'manual', proxyUrl: `http://127.0.0.1:${port}` })
}

async function check(files: Partial<LinkServer['files']>, address = link) {
  Object.assign(server.files, { ios: goodApple, android: goodAndroid }, files)
  return await app.get('appLinks.check', { link: address })
}

describe('a link whose domain is set up', () => {
  it('a correct setup opens the app on both platforms after one request per file', async () => {
    server.requests.length = 0
    const report = await check({})
    expect(report).toMatchObject({ host, checkedAt: expect.stringMatching(/^\d{4}-/) as string })
    expect(report.ios).toMatchObject({
      state: 'opens',
      finding: null,
      apps: ['ABCDE12345.com.example.app'],
      rule: '{"/":"*"}',
      warnings: [{ code: 'own_authorities' }, { code: 'apple_cache' }],
    })
    expect(report.android).toMatchObject({
      state: 'opens',
      apps: ['com.example.app'],
      rule: null,
      warnings: [{ code: 'own_authorities' }, { code: 'android_play_signing' }],
    })
    expect(server.requests.toSorted()).toEqual([
      `GET ${host}/.well-known/apple-app-site-association`,
      `GET ${host}/.well-known/assetlinks.json`,
    ])
    // No key, no cookie, nothing about the person.
    expect([...server.headerNames].toSorted()).toEqual(['accept', 'connection', 'host'])
  })

  it('a charset, compression, or a missing content type on iPhones is accepted', async () => {
    const typed = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Encoding': 'gzip' }
    const packed = createFile(gzipSync(String(goodAndroid.body)), typed)
    const { ios, android } = await check({ ios: { ...goodApple, headers: {} }, android: packed })
    expect(android.state).toBe('opens')
    expect(ios.state).toBe('opens')
    expect(ios.warnings).toContainEqual({ code: 'apple_type', detail: 'none' })
  })

  it('an error about another app is only a warning', async () => {
    const { ios, android } = await check({
      ios: appleFile(
        { appIDs: ['lower12345.a.b'], components: [{ '/': '*' }] },
        { appID: 'ABCDE12345.a', paths: ['*'], components: [{ exclude: false }, { '/': 'x' }] },
      ),
      android: createFile([statement({ package_name: 'x' }), statement({}, rules({ '/': '' }))]),
    })
    expect([ios.state, android.state]).toEqual(['opens', 'opens'])
    expect(ios.warnings.map(({ code }) => code)).toEqual([
      'own_authorities',
      'apple_app_id',
      'apple_paths_ignored',
      'apple_component_matches_all',
      'apple_path_without_slash',
      'apple_cache',
    ])
    expect(android.warnings.map(({ code }) => code)).toEqual([
      'own_authorities',
      'android_package',
      'android_rules_ignored',
      'android_play_signing',
    ])
  })
})

describe('errors in a setup', () => {
  it.each(fixtures.map((one) => [one.platform, one.code, one] as const))(
    'an error in an app link file is reported: %s: %s',
    async (platform, code, { response, detail }) => {
      const verdict = (await check({ [platform]: response }))[platform]
      expect(verdict.finding?.code).toBe(code)
      expect(verdict.state).toBe(findingTexts[code].weight)
      if (detail !== undefined) expect(verdict.finding?.detail).toBe(detail)
      const other = platform === 'ios' ? 'android' : 'ios'
      expect((await app.get('appLinks.get', { link }))?.[other].state).toBe('opens')
    },
  )

  it.each<[string, () => Certificate, string]>([
    ['expired', () => certify({ from: -9, until: -1 }), 'tls_expired'],
    ['not valid yet', () => certify({ from: 2 }), 'tls_expired'],
    ['for another domain', () => certify({ hosts: ['www.example.com'] }), 'tls_wrong_name'],
    ['self-signed', () => makeCertificate({ name: host, hosts: [host] }), 'tls_unknown_authority'],
  ])('an app link check reports a certificate that is %s', async (_, certificate, code) => {
    const other = await startLinkServer(certificate())
    await expectBehind(other, code, 'would_not_open')
    expect(other.requests).toEqual([])
  })

  it.each<[string, Parameters<typeof startRawServer>[0], string, string]>([
    [
      'no TLS',
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')),
      'tls_failed',
      'would_not_open',
    ],
    [
      'a TLS alert',
      (socket) => socket.once('data', () => socket.end(Buffer.from('15030300020228', 'hex'))),
      'tls_failed',
      'would_not_open',
    ],
    ['a reset', (socket) => socket.destroy(), 'network_failed', 'not_checked'],
    ['silence', () => undefined, 'network_failed', 'not_checked'],
  ])('an app link check reports a server that answers with %s', async (_, behave, code, state) => {
    await expectBehind(await startRawServer(behave), code, state)
  })

  it('an app link check reports a proxy that refuses the connection', async () => {
    const refusing = await startProxy(server.port, 403)
    await connectThrough(refusing)
    const { ios } = await check({})
    expect(ios).toMatchObject({ state: 'not_checked', finding: { code: 'proxy_failed' } })
    await refusing.stop()
    await connectThrough(proxy)
  })

  it('an app link check without a proxy connects to no address of this computer', async () => {
    let connectionCount = 0
    const ownServer = await startRawServer((socket) => {
      connectionCount++
      socket.destroy()
    })
    const { settings } = await app.get('network.get', {})
    await app.get('network.save', { ...settings, proxy: 'none' })
    for (const address of ['0.0.0.0', '127.1', '[::ffff:127.0.0.1]', '[::]', 'localhost']) {
      const report = await app.get('appLinks.check', { link: `https://${address}:${ownServer.port}/x` })
      expect(report).toMatchObject({ checkedAt: null, ios: { finding: { code: 'local_link' } } })
    }
    expect(connectionCount).toBe(0)
    const missing = await app.get('appLinks.check', { link: 'https://missing.invalid/x' })
    expect(['dns_failed', 'network_failed']).toContain(missing.android.finding?.code)
    expect(missing).not.toHaveProperty('throughProxy')
    await ownServer.stop()
    await connectThrough(proxy)
    expect(await check({})).toMatchObject({ throughProxy: true })
  })

  it('an app link check of the own network needs a confirmation, and reaches only the address that the link names', async () => {
    const own = await startLinkServer(certify({ name: 'localhost', hosts: ['localhost', '127.0.0.1'] }))
    own.files.ios = goodApple
    for (const address of ['0.0.0.0', '127.0.0.1', 'localhost']) {
      const query = { link: `https://${address}:${own.port}/x/a` }
      const question = await app.get('appLinks.check', query)
      const canAsk = address !== '0.0.0.0'
      expect(question).toMatchObject({ checkedAt: null, ios: { finding: { code: 'local_link' } } })
      expect(question.ownNetwork).toBe(canAsk || undefined)
      expect(own.requests).toEqual([])
      const report = await app.get('appLinks.check', { ...query, confirmed: true })
      expect(await app.get('appLinks.get', query)).toEqual(report)
      expect(own.requests.splice(0)).toHaveLength(canAsk ? 2 : 0)
      if (canAsk) expect(report).toMatchObject({ ownNetwork: true, ios: { state: 'opens' } })
    }
    await own.stop()
  })

  // A public name that leads to a local address needs a resolver of its own; tests/core/network/publicHosts.test.ts has its
  // answers.
  it('a confirmation does not let a public name lead to a local address', async () => {
    const reaches: unknown[] = []
    const send: Sender['send'] = (request) => {
      reaches.push(request.reach)
      return Promise.resolve({ ok: false, problem: { code: 'local_address' }, sent: false })
    }
    const checks = createAppLinkChecks({
      sender: { send },
      store: { get: () => null, save: () => Promise.resolve() },
      proxyFor: () => Promise.resolve(null),
      hasOwnAuthorities: () => false,
      closing: new AbortController().signal,
    })
    const { signal } = new AbortController()
    expect(await checks.check({ link }, signal, { confirmed: true })).toMatchObject({
      ok: true,
      value: { ios: { finding: { code: 'local_link' } } },
    })
    await checks.check({ link: 'https://10.0.0.1/x' }, signal, { confirmed: true })
    expect(reaches).toEqual(['public', 'public', 'own_network', 'own_network'])
  })

  async function expectBehind(other: TestServer, code: string, state: string) {
    const otherProxy = await startProxy(other.port)
    await connectThrough(otherProxy)
    const { ios, android } = await app.get('appLinks.check', { link })
    expect(ios).toMatchObject({ state, finding: { code }, apps: [], rule: null })
    expect(android).toMatchObject({ state, finding: { code } })
    await otherProxy.stop()
    await other.stop()
    await connectThrough(proxy)
  }
})

describe('links that can’t be checked', () => {
  it.each([
    ['http://links.example.com/x', 'not_https'],
    ['https://localhost:4680/x', 'local_link'],
    ['http://127.0.0.1:4680/x', 'local_link'],
    ['https://192.168.1.7/x', 'local_link'],
    ['https://[fd00::1]/x', 'local_link'],
    ['https://intranet/x', 'local_link'],
    ['https://printer.local/x', 'local_link'],
  ])('nothing is sent for %s', async (address, code) => {
    const requestsBefore = server.requests.length
    const report = await app.get('appLinks.check', { link: address })
    expect(report).toMatchObject({ checkedAt: null, ios: { state: 'not_checked', finding: { code } } })
    expect(await app.get('appLinks.get', { link: address })).toEqual(report)
    expect(server.requests).toHaveLength(requestsBefore)
  })

  it('a text that is not a web address is rejected', async () => {
    expect(await app.problem('appLinks.check', { link: 'mailto:a@b.example' })).toMatchObject({
      code: 'invalid_input',
    })
    expect(await app.get('appLinks.get', { link: 'x' })).toBeNull()
  })

  it('a policy that allows only other services prevents the request', async () => {
    const ownFolder = await temporaryFolder()
    const { noPolicy } = await import('../../../core/policy/policy.ts')
    const policy = { ...noPolicy, allowedServices: ['other.example.org'] }
    const managed = await startApp(ownFolder, { policy }, { time })
    const { android } = await managed.get('appLinks.check', { link })
    expect(android).toMatchObject({ state: 'not_checked', finding: { code: 'not_allowed' } })
    await managed.core.close()
    await removeFolder(ownFolder)
  })
})

describe('a whole domain', () => {
  const domain = { link: `https://${host}/`, wholeDomain: true }
  const ask = async (files: Partial<LinkServer['files']>) => {
    Object.assign(server.files, { ios: goodApple, android: goodAndroid }, files)
    return await app.get('appLinks.check', domain)
  }

  it('the check of a whole domain finds the apps that any of its links can open, and its links share the result', async () => {
    const ios = appleFile(
      { appID: 'ABCDE12345.a', components: [{ '/': '/no/*', exclude: true }, { '/': '/x/*' }] },
      { appID: 'ABCDE12345.b', components: [{ '/': '*', exclude: true }] },
    )
    const report = await ask({ ios })
    expect(report.ios).toMatchObject({ state: 'opens', finding: null, apps: ['ABCDE12345.a'], rule: null })
    expect(report.android).toMatchObject({ state: 'opens', apps: ['com.example.app'] })
    expect(report.setup).toMatchObject({
      domain: host,
      appIds: ['ABCDE12345.a', 'ABCDE12345.b'],
      manifests: [{ apps: [{ packageName: 'com.example.app', fingerprints: 1 }], pathPatterns: [] }],
    })
    const requestsBefore = server.requests.length
    expect(await app.get('appLinks.get', domain)).toEqual(report)
    expect(await app.get('appLinks.get', { link })).toMatchObject({
      checkedAt: report.checkedAt,
      ios: { state: 'opens', rule: '{"/":"/x/*"}' },
      setup: report.setup,
    })
    expect(server.requests).toHaveLength(requestsBefore)
  })

  it('the check of a whole domain reports files that open no link or can’t be read', async () => {
    const emptyReport = await ask({
      ios: appleFile({ appID: 'ABCDE12345.a', components: [{ '/': '*', exclude: true }] }),
      android: createFile([statement({}, rules({ '/': '*', exclude: true }))]),
    })
    expect(emptyReport.ios).toMatchObject({ state: 'would_not_open', finding: { code: 'opens_none' } })
    expect(emptyReport.android).toMatchObject({
      state: 'would_not_open',
      finding: { code: 'opens_none' },
    })
    for (const { platform, code, response } of fixtures.filter(
      (one) => !/excluded|not_listed|undecided/.test(one.code),
    )) {
      const report = await ask({ [platform]: response })
      expect(report[platform].finding?.code).toBe(code)
    }
  })
})

describe('stored results', () => {
  it('the stored files also answer for other links of the domain, without another request', async () => {
    expect(await app.get('appLinks.get', { link: 'https://other.example.com/a' })).toBeNull()
    const { checkedAt } = await check({ ios: appleFile({ appID: 'ABCDE12345.a', paths: ['/x/*'] }) })
    const requestsBefore = server.requests.length
    const stored = await app.get('appLinks.get', { link: `https://${host.toUpperCase()}./y` })
    expect(stored).toMatchObject({ checkedAt, ios: { state: 'would_not_open' }, android: { state: 'opens' } })
    expect(server.requests).toHaveLength(requestsBefore)
  })

  it('a port is part of the domain and causes a warning', async () => {
    const report = await check({}, `https://${host}:8443/x`)
    expect(report.host).toBe(`${host}:8443`)
    expect(report.android.warnings[0]).toEqual({ code: 'port', detail: '8443' })
  })

  it('the requests are listed under Activity, without the name of a profile', async () => {
    await check({ android: { status: 404, body: '<p>no' } })
    const { entries: all } = await app.get('activity.list', {})
    const entries = all.filter(({ operation }) => operation === 'app_links')
    expect(entries.slice(0, 2).map(({ status, code, profileId }) => ({ status, code, profileId }))).toEqual(
      expect.arrayContaining([
        { status: 200, code: null, profileId: null },
        { status: 404, code: null, profileId: null },
      ]),
    )
  })

  it('the files of up to fifty domains survive a restart, and a damaged store is replaced', async () => {
    const ownFolder = await temporaryFolder()
    const fetched = { ok: false, finding: { code: 'not_found', detail: 'status 404' } }
    const domains = Array.from({ length: 60 }, (_, index) => ({
      host: `a${index}.example.com`,
      checkedAt: '2026-11-24T10:00:00.000Z',
      ios: fetched,
      android: fetched,
    }))
    const file = join(ownFolder, 'app-links.json')
    await writeFile(file, JSON.stringify({ version: 1, domains }))
    const first = await startApp(ownFolder, {}, { time })
    const storedLink = { link: 'https://a59.example.com/x' }
    expect(await first.get('appLinks.get', storedLink)).toMatchObject({
      ios: { finding: { code: 'not_found' } },
    })
    await first.get('appLinks.check', { link: 'https://missing.invalid/x' })
    const stored = JSON.parse(await readFile(file, 'utf8')) as { domains: { host: string }[] }
    expect(stored.domains.map(({ host: name }) => name)).toEqual([
      'missing.invalid',
      ...domains.slice(0, 49).map(({ host: name }) => name),
    ])
    await first.core.close()
    await writeFile(file, '{"version":1,')
    const second = await startApp(ownFolder, {}, { time })
    expect(await second.get('appLinks.get', storedLink)).toBeNull()
    await second.core.close()
    await removeFolder(ownFolder)
  })
})

describe('the texts of findings', () => {
  it('every finding says what is wrong, why, and what to do', () => {
    for (const { title, why, advice } of Object.values(findingTexts)) {
      expect(title).toMatch(/^[A-Z“].*[^.!?]$/)
      for (const text of [why, advice]) expect(text).toMatch(/^[A-Z“].*\.$/)
    }
    const titles = Object.values(findingTexts).map(({ title }) => title)
    // Both platforms' files can be too large, of another content type, exclude a link, or not list it.
    expect(titles.length - new Set(titles).size).toBe(4)
  })

  it('every kind of error has a test file that contains it', () => {
    const fileCodes = new Set<string>(fixtures.map(({ code }) => code))
    const others = Object.entries(findingTexts).flatMap(([code, { weight }]) =>
      weight !== 'warning' && !fileCodes.has(code) ? [code] : [],
    )
    // The network, the link and the check itself cause these, as shown above.
    expect(others.toSorted()).toEqual(
      [
        ...['connection_refused', 'dns_failed', 'local_link', 'not_allowed', 'not_https', 'opens_none'],
        ...['proxy_failed', 'tls_expired', 'tls_failed', 'tls_unknown_authority', 'tls_wrong_name'],
      ].toSorted(),
    )
  })
})
