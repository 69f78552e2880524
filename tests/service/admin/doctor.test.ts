import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { firstIdAt } from '../../../service/random/identity.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { makeCertificate, opensslMissing } from '../http/certificate.ts'
import { leaves, overwritePage, zeros } from '../reliability/damage.ts'
import { startTestService } from '../testService.ts'
import { sampleLink } from '../store/sample.ts'
import { runAdminProcess, runAdminInProcess } from './admin.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-doctor-'))
  file = join(folder, 'links.sqlite')
  await runAdminInProcess({ LINKWRIGHT_DATA: folder }, 'project', 'create', 'Shop')
})
afterEach(() => rmSync(folder, { recursive: true }))

const doctor = (variables: Record<string, string> = {}) =>
  runAdminInProcess({ LINKWRIGHT_DATA: folder, PORT: '0', ...variables }, 'doctor')

/** Returns what the checks advise to do. */
async function findCheck(check: string, variables: Record<string, string> = {}) {
  const { status, lines } = await doctor(variables)
  const findings = lines.filter((line) => line['check'] === check && line['state'] !== 'ok')
  for (const finding of findings) expect(finding['do']).toEqual(expect.any(String))
  return {
    status,
    states: findings.map(({ state }) => state),
    says: findings.map(({ says }) => says).join(' '),
  }
}

describe('doctor', () => {
  it('doctor finds nothing to do if everything is well', async () => {
    const backup = join(folder, 'backup.sqlite')
    expect((await runAdminInProcess({ LINKWRIGHT_DATA: folder }, 'backup', backup)).status).toBe(0)
    const { status, lines, error } = runAdminProcess({ LINKWRIGHT_DATA: folder, PORT: '0' }, 'doctor')
    expect([status, error]).toEqual([0, ''])
    const disk = lines.find(({ check }) => check === 'disk')
    expect(disk?.['says']).toMatch(/^\d+ % of the disk of /)
    expect(lines.filter(({ check }) => check !== 'disk').map(({ check, state }) => [check, state])).toEqual(
      ['settings', 'files', 'database', 'clock', 'backup', 'port'].map((check) => [check, 'ok']),
    )
  })

  it('doctor names some of many projects with different apps on one domain, and how many more there are', async () => {
    const store = openSqliteStore(file)
    for (let number = 0; number < 30; number++) {
      const id = `prj_${String(number)}`
      const ios = [`ABCDE12345.com.example.app${String(number)}`]
      const apps = { production: { ios, android: [] }, development: null }
      const terms = { ...defaultTerms, apps, setAt: 1 }
      await store.putProject({
        id,
        name: id,
        createdAt: 1,
        active: true,
        changesOff: false,
        deletedAt: null,
        terms,
      })
    }
    await store.close()
    const { says } = await findCheck('domains', {
      LINK_ORIGIN: 'https://links.example.com',
      BEHIND_PROXY: '1',
    })
    expect(says).toMatch(/^links\.example\.com publishes no file for iPhone/)
    expect(says.match(/prj_\d+ \(production\)/g)).toHaveLength(20)
    expect(says).toContain(' and 10 more share it')
  })

  it('doctor names the setting that keeps the service from starting, and still checks the rest', async () => {
    expect(await findCheck('settings', { HOST: '0.0.0.0' })).toMatchObject({
      status: 1,
      states: ['fail'],
      says: expect.stringContaining('project keys would travel unencrypted') as string,
    })
    expect(await findCheck('database', { HOST: '0.0.0.0' })).toMatchObject({ states: [] })
    expect(await findCheck('settings', { LINKWRIGHT_COLOR: 'red' })).toMatchObject({
      status: 0,
      states: ['warn'],
    })
  })

  it.skipIf(opensslMissing() !== null)(
    'doctor warns if a certificate ends soon, or others can read its key',
    async () => {
      const { cert, key } = makeCertificate(folder)
      const tls = { TLS_CERT: cert, TLS_KEY: key, LINK_ORIGIN: 'https://localhost' }
      expect(await findCheck('certificate', tls)).toMatchObject({ status: 0, states: ['warn'] })
      chmodSync(key, 0o644)
      expect((await findCheck('files', tls)).says).toContain(
        `${key} contains a secret and is accessible to every user`,
      )
      const other = makeCertificate(folder)
      expect(await findCheck('settings', { ...tls, TLS_KEY: other.key })).toMatchObject({
        status: 1,
        says: expect.stringContaining('not the key of the certificate') as string,
      })
    },
  )

  it('doctor reports who else may open the database', async () => {
    chmodSync(file, 0o644)
    expect(await findCheck('files')).toMatchObject({ status: 0, states: ['warn'] })
    expect((await findCheck('files')).says).toBe(`Other users of this computer can access ${file}.`)
  })

  it('doctor reports a database that is missing, damaged or of a newer version', async () => {
    const store = openSqliteStore(file)
    for (let count = 0; count < 50; count++) await store.insertLink(sampleLink())
    await store.close()
    const [leaf = 0] = leaves(file, 'links')
    overwritePage(file, leaf, zeros)
    expect(await findCheck('database')).toMatchObject({ status: 1, states: ['fail'] })
    writeFileSync(file, 'no database')
    expect(await findCheck('database')).toMatchObject({ status: 1, states: ['fail'] })
    rmSync(file)
    expect(await findCheck('database')).toMatchObject({ status: 0, states: ['warn'] })
    expect(await findCheck('database', { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' })).toMatchObject({
      status: 1,
      says: expect.not.stringContaining('secret') as string,
    })
  })

  it('doctor reports a clock that is behind recorded times', async () => {
    const store = openSqliteStore(file)
    const entry = { id: 9e15, who: 'anna', sudo: null, host: 'server-1', act: 'backup', what: '{}' }
    await store.auditLog.add({ ...entry, at: Date.now() + 3_600_000 })
    await store.close()
    expect(await findCheck('clock')).toMatchObject({ status: 1, states: ['fail'] })
  })

  it('doctor reports a clock that is behind links', async () => {
    const store = openSqliteStore(file)
    const later = Date.now() + 3_600_000
    await store.insertLink(sampleLink({ id: firstIdAt(later), createdAt: later }))
    await store.close()
    expect(await findCheck('clock')).toMatchObject({
      ...{ status: 1, states: ['fail'] },
      says: expect.stringContaining(new Date(later).toISOString()) as string,
    })
  })

  it('doctor warns about a missing backup', async () => {
    expect(await findCheck('backup')).toMatchObject({
      status: 0,
      states: ['warn'],
      says: 'There is no record of a backup.',
    })
  })

  it('doctor warns when the running service uses another database, and doesn’t advise creating a project', async () => {
    const serviceFile = join(folder, 'other', 'links.sqlite')
    mkdirSync(join(folder, 'other'))
    const store = openSqliteStore(serviceFile)
    const service = await startTestService({ store, database: { engine: 'sqlite', file: serviceFile } })
    onTestFinished(() => service.stop())
    const { port } = new URL(service.origin)
    const other = `The service on 127.0.0.1 port ${port} uses another database than sqlite://${file}`
    expect(await findCheck('database', { PORT: port })).toMatchObject({ status: 0, states: ['warn'] })
    expect((await findCheck('database', { PORT: port })).says).toContain(other)
    rmSync(file)
    const { text } = await doctor({ PORT: port })
    expect(text).toContain('does not exist yet.')
    expect(text).not.toContain('project create')
    // The same file by another name is the same database.
    symlinkSync(join(folder, 'other'), join(folder, 'link'))
    const variables = { PORT: port, LINKWRIGHT_DATA: join(folder, 'link') }
    expect((await findCheck('database', variables)).states).toEqual([])
  })

  it('doctor distinguishes the service on the port from another program', async () => {
    const service = await startTestService()
    onTestFinished(() => service.stop())
    const { port } = new URL(service.origin)
    const { lines } = await doctor({ PORT: port })
    expect(lines.at(-1)?.['says']).toBe(`The service runs on 127.0.0.1 port ${port}.`)
    const other = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const usedPort = String((other.address() as AddressInfo).port)
    expect(await findCheck('port', { PORT: usedPort })).toMatchObject({
      status: 1,
      states: ['fail'],
      says: expect.stringContaining('is already in use (EADDRINUSE), but not by a Linkwright') as string,
    })
  })

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['is too long', (response) => response.end('x'.repeat(2_000_000))],
    ['never ends', (response) => response.write('x')],
  ])('doctor does not wait for a response of another program that %s', async (_, respond) => {
    const other = createHttpServer((_request, response) => {
      response.setHeader('Link-Service', 'other/1')
      respond(response)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => other.close().closeAllConnections())
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    expect((await findCheck('port', { PORT: port })).says).toContain('but not by a Linkwright service')
  })
})
