import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLinkCreator } from '../../../service/links/create.ts'
import { readDomainCertificates } from '../../../service/settings/domainCertificates.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { setTerms } from '../../service/setTerms.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { makeCertificate } from '../harness/certificate.ts'
import type { Certificate } from '../harness/certificate.ts'
import { startProxy } from '../harness/secureServer.ts'
import type { TestServer } from '../harness/server.ts'

const hosts = ['go.example.com', 'try.example.com'] as const
const fingerprint = Array(32).fill('A1').join(':')
const apps = {
  ios: ['ABCDE12345.com.example.app'],
  android: [{ packageName: 'com.example.app', fingerprints: [fingerprint] }],
}

let authority: Certificate
let folder: string
let service: TestService
let proxy: TestServer
let app: App

beforeAll(async () => {
  authority = makeCertificate({ name: 'Public Root', authority: true })
  folder = await temporaryFolder()
  const certificates = join(folder, 'certificates')
  for (const host of [...hosts, '*.wild.example.com']) {
    const { cert, key } = makeCertificate({ name: host, hosts: [host], signedBy: authority })
    const hostFolder = join(certificates, host.replace('*', 'any'))
    mkdirSync(hostFolder, { recursive: true })
    writeFileSync(join(hostFolder, 'fullchain.pem'), cert)
    writeFileSync(join(hostFolder, 'privkey.pem'), key)
  }
  writeFileSync(join(certificates, 'README'), 'As certbot has it.')
  const { cert, key } = makeCertificate({ name: 'usual', hosts: ['links.example.com'], signedBy: authority })
  service = await startTestService({
    linkOrigin: 'https://links.example.com',
    tls: { cert, key, domains: readDomainCertificates(certificates) },
  })
  await setTerms(service.store, service.project, {
    ...defaultTerms,
    domains: {
      production: { default: 'https://go.example.com', origins: ['https://go.example.com'] },
      development: { default: 'https://try.example.com', origins: ['https://try.example.com'] },
    },
    apps: { production: apps, development: null },
  })
  proxy = await startProxy(Number(new URL(service.origin).port))
  app = await startApp(folder, {}, { time: { connect: 5_000, idle: 5_000, total: 10_000 } })
  await app.get('network.setAuthorities', { pem: authority.cert })
  const { settings } = await app.get('network.get', {})
  await app.get('network.save', { ...settings, proxy: 'manual', proxyUrl: `http://127.0.0.1:${proxy.port}` })
})
afterAll(async () => {
  await app.core.close()
  await proxy.stop()
  await service.stop()
  await removeFolder(folder)
})

const owner = { linksPerDay: null, changesPerDay: null, hasApps: true, keyName: 'default' }
async function make(
  choice: { ios: boolean | null; android: boolean | null },
  hasApps = true,
): Promise<string> {
  const redirect = (open: boolean | null) =>
    open === null ? undefined : { url: 'https://example.com/', open_app_if_installed: open }
  const linkOrigin = 'https://go.example.com'
  const result = await createLinkCreator(service.store).create(
    { ...owner, project: service.project, environment: 'production', linkOrigin, hasApps },
    { ios_custom_redirect: redirect(choice.ios), android_custom_redirect: redirect(choice.android) },
    null,
  )
  if (result.kind !== 'created') throw new Error(`The link was not created: ${result.kind}`)
  return `${linkOrigin}/${result.path}`
}

it('a link opens the app on exactly the requested phones, as the app concludes from our service’s files', async () => {
  for (const ios of [true, false, null]) {
    for (const android of [true, false, null]) {
      const link = await make({ ios, android })
      const report = await app.get('appLinks.check', { link })
      const states = [report.ios, report.android].map((verdict) => verdict.state)
      const expected = [ios, android].map((open) => (open === true ? 'opens' : 'would_not_open'))
      expect([link, ...states]).toEqual([link, ...expected])
      const codes = [report.ios, report.android].map((verdict) => verdict.finding?.code)
      const excluded = (['apple_excluded', 'android_excluded'] as const).map((code, index) =>
        states[index] === 'opens' ? undefined : code,
      )
      expect(codes).toEqual(excluded)
      const notes = [...report.ios.warnings, ...report.android.warnings]
      expect(new Set(notes.map(({ code }) => code))).toEqual(
        new Set(['own_authorities', 'apple_cache', 'android_play_signing']),
      )
    }
  }
})

it('an older link stays in the browser, and the app explains that the file doesn’t list it', async () => {
  const report = await app.get('appLinks.check', { link: await make({ ios: true, android: true }, false) })
  expect(report.ios.finding?.code).toBe('apple_not_listed')
  expect(report.android.finding?.code).toBe('android_not_listed')
})

it('the app says why our service has no file for a domain', async () => {
  const codeOf = async (host: string) =>
    (await app.get('appLinks.check', { link: `https://${host}/b23456789ab` })).ios.finding?.code
  expect(await codeOf('try.example.com')).toBe('service_no_app')
  expect(await codeOf('a.wild.example.com')).toBe('service_unknown_host')
  expect(await codeOf('a.b.wild.example.com')).toBe('tls_wrong_name')
})

it('each domain has its own certificate through SNI, and any other name gets the service’s', async () => {
  const nameOf = async (servername: string) => {
    const { hostname: host, port } = new URL(service.origin)
    const socket = connect({ host, port: Number(port), servername, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { subjectaltname } = socket.getPeerCertificate()
    socket.destroy()
    return subjectaltname
  }
  await vi.waitFor(async () => expect(await nameOf('go.example.com')).toBe('DNS:go.example.com'), {
    timeout: 60_000,
  })
  expect(await nameOf('TRY.example.com')).toBe('DNS:try.example.com')
  expect(await nameOf('x.wild.example.com')).toBe('DNS:*.wild.example.com')
  for (const other of ['links.example.com', 'evil.example', 'wild.example.com', 'x.go.example.com'])
    expect(await nameOf(other)).toBe('DNS:links.example.com')
})

it('a key that belongs to another certificate is refused by its folder’s name, without its content', () => {
  const broken = join(folder, 'broken', 'go.example.com')
  mkdirSync(broken, { recursive: true })
  const [one, other] = [1, 2].map(() =>
    makeCertificate({ name: 'go.example.com', hosts: ['go.example.com'] }),
  )
  writeFileSync(join(broken, 'fullchain.pem'), one?.cert ?? '')
  writeFileSync(join(broken, 'privkey.pem'), other?.key ?? '')
  expect(() => readDomainCertificates(join(folder, 'broken'))).toThrow(/go\.example\.com.* is not the key/)
  writeFileSync(join(broken, 'privkey.pem'), 'secret')
  expect(() => readDomainCertificates(join(folder, 'broken'))).toThrow(
    /privkey\.pem contains no private key in PEM format\.$/,
  )
  expect(() => readDomainCertificates(join(folder, 'none'))).toThrow(/cannot be read \(ENOENT\)/)
})
