import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { makeCertificate } from '../harness/certificate.ts'
import type { Certificate } from '../harness/certificate.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import { startSecureService } from '../harness/secureServer.ts'
import { startRawServer, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let authority: Certificate
let folder: string
let app: App
let server: TestServer | null = null

beforeAll(() => {
  authority = makeCertificate({ name: 'Company Root', authority: true })
})
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { time: { connect: 2_000, idle: 1_000, total: 3_000 } })
})
afterEach(async () => {
  await app.core.close()
  await server?.stop()
  server = null
  await removeFolder(folder)
})

async function failingStep(origin: string) {
  const profile = { name: 'T', baseUrl: origin }
  const { steps } = await app.get('connection.test', { profile, environment: 'development', key: testKey })
  const failed = steps.find(({ state }) => state === 'failed')
  return { step: failed?.name, code: failed?.problem?.code, steps }
}

const createValid = () => makeCertificate({ name: 'localhost', hosts: ['localhost'], signedBy: authority })

describe('a service with a certificate of a private authority', () => {
  it('a service with a certificate of a private authority is not trusted until the authority is added, and then from the next request on', async () => {
    server = await startSecureService(createValid())
    const target = await connectProfile(app, server.origin)
    expect(await app.get('links.create', createInput(target))).toMatchObject({
      state: 'failed',
      problem: { code: 'tls_unknown_authority' },
    })
    const stepBefore = await failingStep(server.origin)
    expect(stepBefore).toMatchObject({ step: 'tls', code: 'tls_unknown_authority' })
    expect(stepBefore.steps.find(({ name }) => name === 'tls')?.found).toContain('issued by Company Root')
    expect(server.requests).toEqual([])

    const [added] = await app.get('network.setAuthorities', { pem: `Our root\n${authority.cert}` })
    expect(added).toMatchObject({
      subject: 'CN=Company Root',
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:?){32}$/) as string,
    })
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
    const after = await failingStep(server.origin)
    expect(after.step).toBeUndefined()
    expect(after.steps.find(({ name }) => name === 'tls')?.found).toMatch(
      /^TLSv1\.3, issued by Company Root, valid until 20/,
    )

    await app.get('network.setAuthorities', { pem: null })
    expect((await app.get('network.get', {})).authorities).toEqual([])
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'failed' })
  })

  it('a private key in a file of authorities isn’t saved', async () => {
    const pem = `${authority.key}\n${authority.cert}`
    expect(await app.get('network.setAuthorities', { pem })).toMatchObject([{ subject: 'CN=Company Root' }])
    const saved = await readFile(join(folder, 'settings.json'), 'utf8')
    expect(saved).toContain('BEGIN CERTIFICATE')
    expect(saved).not.toContain('PRIVATE KEY')
    server = await startSecureService(createValid())
    const target = await connectProfile(app, server.origin)
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
  })

  it('a private key that the settings contain doesn’t reach the window', async () => {
    await app.get('network.setAuthorities', { pem: authority.cert })
    await app.core.close()
    const file = join(folder, 'settings.json')
    const settings = JSON.parse(await readFile(file, 'utf8')) as object
    await writeFile(file, JSON.stringify({ ...settings, authorities: `${authority.key}\n${authority.cert}` }))
    app = await startApp(folder)
    const { pem } = await app.get('network.get', {})
    expect(pem).toContain('BEGIN CERTIFICATE')
    expect(pem).not.toContain('PRIVATE KEY')
  })

  it.each<[string, () => Certificate, string]>([
    [
      'has expired',
      () => makeCertificate({ name: 'l', hosts: ['localhost'], signedBy: authority, from: -9, until: -1 }),
      'tls_expired',
    ],
    [
      'is not valid yet',
      () => makeCertificate({ name: 'l', hosts: ['localhost'], signedBy: authority, from: 2 }),
      'tls_not_yet_valid',
    ],
    [
      'is for another name',
      () => makeCertificate({ name: 'l', hosts: ['other.example'], signedBy: authority }),
      'tls_wrong_name',
    ],
    ['is self-signed', () => makeCertificate({ name: 'l', hosts: ['localhost'] }), 'tls_unknown_authority'],
  ])(
    'a service with a certificate of a private authority is rejected if the certificate %s',
    async (_, make, code) => {
      await app.get('network.setAuthorities', { pem: authority.cert })
      server = await startSecureService(make())
      expect(await failingStep(server.origin)).toMatchObject({ step: 'tls', code })
      const record = await app.get('links.create', createInput(await connectProfile(app, server.origin)))
      expect(record).toMatchObject({ state: 'failed', problem: { code } })
      expect(server.requests).toEqual([])
    },
  )

  it('a service with a certificate of a private authority is not found behind a port that speaks plain HTTP', async () => {
    server = await startServer((_, response) => response.end('hello'))
    expect(await failingStep(`https://localhost:${server.port}`)).toMatchObject({
      step: 'tls',
      code: 'tls_not_spoken',
    })
  })

  it('a service with a certificate of a private authority is recognized even if its server closes during the handshake', async () => {
    server = await startRawServer((socket) => socket.once('data', () => socket.end()))
    expect(await failingStep(`https://localhost:${server.port}`)).toMatchObject({
      step: 'tls',
      code: 'tls_failed',
    })
  })
})

describe('a file of authorities', () => {
  it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
    'a file of authorities without a certificate is rejected (%j)',
    async (pem) => {
      expect(await app.problem('network.setAuthorities', { pem })).toMatchObject({
        code: 'invalid_input',
        fields: { pem: expect.any(String) as string },
      })
    },
  )
})
