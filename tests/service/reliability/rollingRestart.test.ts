import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { makeCertificate as makeDomainCertificate } from '../../core/harness/certificate.ts'
import { nginxMissing, startNginx } from '../deploy/nginx.ts'
import { makeCertificate, opensslMissing } from '../http/certificate.ts'
import { freePort } from '../postgres/server.ts'
import { createClient } from '../testService.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { beginCreate } from './begunCreate.ts'
import { startCallers } from './callers.ts'
import { startProcess } from './serviceProcess.ts'
import type { LogLine, ServiceProcess } from './serviceProcess.ts'

const linkOrigin = 'https://links.example.com'
const callers = 8

// Windows has no signal for it.
describe.skipIf(process.platform === 'win32').each(engines)(
  'SIGHUP, on $name',
  ({ name, missing, start }) => {
    let databases: Databases | undefined
    let folder: string
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'linkwright-rolling-'))
      if (missing === null) databases = await start()
    })
    afterAll(async () => {
      await databases?.remove()
      rmSync(folder, { recursive: true })
    })

    /** A service with a project, in the maximum number of processes of the engine. */
    async function startServing(variables: Record<string, string> = {}) {
      const url = (await databases?.create()) ?? ''
      const store = await openStore(readDatabaseUrl('url', url))
      const { key } = await createProject(store, 'Rolling')
      await store.close()
      const workers = name === 'PostgreSQL' ? 2 : 1
      const service = await startProcess({ DATABASE_URL: url, WORKERS: String(workers), ...variables })
      onTestFinished(() => service.kill())
      for (let count = 1; count <= workers; count++) await nth(service, 'worker_started', count)
      return { service, key, url, workers, port: Number(new URL(service.origin).port) }
    }

    it.skipIf(missing ?? nginxMissing())(
      'SIGHUP replaces the workers behind nginx, and no request fails',
      async () => {
        const { service, key, workers, port } = await startServing({
          BEHIND_PROXY: '1',
          LINK_ORIGIN: linkOrigin,
        })
        const ports = { http: await freePort(), tls: await freePort(), service: port }
        const stopNginx = await startNginx(folder, ports, [
          [/rate=100r/, 'rate=100000r'],
          // Idle connections to the service are closed after a second instead of a minute.
          [/keepalive_timeout 60s/, 'keepalive_timeout 1s'],
        ])
        onTestFinished(stopNginx)
        const load = startCallers({ port: ports.tls, key }, callers)
        await load.waitForRounds(3)
        for (let round = 1; round <= 2; round++) {
          service.signal('SIGHUP')
          await nth(service, 'workers_replaced', round)
          await load.waitForRounds(3)
        }
        expect((await load.stop()).failures).toEqual([])
        await nth(service, 'worker_started', 3 * workers)
        await nth(service, 'worker_retired', 2 * workers)
        expect(await service.stop()).toBe(0)
      },
      120_000,
    )

    it.skipIf(missing ?? opensslMissing())(
      'SIGHUP loads a renewed certificate, and no request fails',
      async () => {
        const [TLS_CERT, TLS_KEY] = [join(folder, `${name}.cert`), join(folder, `${name}.key`)]
        const renew = () => {
          const certificate = makeCertificate(folder)
          copyFileSync(certificate.cert, TLS_CERT)
          copyFileSync(certificate.key, TLS_KEY)
          return new X509Certificate(readFileSync(certificate.cert)).fingerprint256
        }
        const before = renew()
        const { service, key, port } = await startServing({ TLS_CERT, TLS_KEY, LINK_ORIGIN: linkOrigin })
        expect(await fingerprintAt(port)).toBe(before)
        const load = startCallers({ port, key }, callers)
        await load.waitForRounds(3)

        writeFileSync(TLS_CERT, readFileSync(makeCertificate(folder).cert))
        service.signal('SIGHUP')
        const refusal = await nth(service, 'settings_refused', 1)
        expect(refusal['error']).toContain('TLS_KEY is not the key of the certificate in TLS_CERT')
        expect(await fingerprintAt(port)).toBe(before)

        const after = renew()
        service.signal('SIGHUP')
        await nth(service, 'workers_replaced', 1)
        await load.waitForRounds(3)
        const { failures, createdPaths: made } = await load.stop()
        expect(failures).toEqual([])
        expect(made.length).toBeGreaterThan(callers)
        expect(await fingerprintAt(port)).toBe(after)
        expect(await service.stop()).toBe(0)
      },
      120_000,
    )

    it.skipIf(missing ?? opensslMissing())(
      'SIGHUP loads one domain’s renewed certificate and a new domain, and no request fails',
      async () => {
        const defaultCertificate = makeCertificate(folder)
        const TLS_DOMAINS = join(folder, `${name}.domains`)
        const renew = (domain: string) => {
          const domainFolder = join(TLS_DOMAINS, domain)
          mkdirSync(domainFolder, { recursive: true })
          const { cert, key } = makeDomainCertificate({ name: domain, hosts: [domain] })
          writeFileSync(join(domainFolder, 'fullchain.pem'), cert)
          writeFileSync(join(domainFolder, 'privkey.pem'), key)
          return new X509Certificate(cert).fingerprint256
        }
        const [goFingerprint, shopFingerprint] = [renew('go.example.com'), renew('shop.example.org')]
        const { service, key, port } = await startServing({
          ...{
            TLS_CERT: defaultCertificate.cert,
            TLS_KEY: defaultCertificate.key,
            TLS_DOMAINS,
            LINK_ORIGIN: linkOrigin,
          },
        })
        const fingerprints = async () => [
          await fingerprintAt(port, 'go.example.com'),
          await fingerprintAt(port, 'shop.example.org'),
          await fingerprintAt(port, 'new.example.net'),
        ]
        const defaultFingerprint = new X509Certificate(readFileSync(defaultCertificate.cert)).fingerprint256
        expect(await fingerprints()).toEqual([goFingerprint, shopFingerprint, defaultFingerprint])
        const load = startCallers({ port, key }, callers)
        await load.waitForRounds(3)

        // In the middle of a renewal, the certificate and its key don't match.
        const { cert } = makeDomainCertificate({ name: 'go.example.com', hosts: ['go.example.com'] })
        writeFileSync(join(TLS_DOMAINS, 'go.example.com', 'fullchain.pem'), cert)
        service.signal('SIGHUP')
        expect((await nth(service, 'settings_refused', 1))['error']).toContain('go.example.com')
        expect(await fingerprints()).toEqual([goFingerprint, shopFingerprint, defaultFingerprint])

        const renewedFingerprint = renew('go.example.com')
        const newFingerprint = renew('new.example.net')
        service.signal('SIGHUP')
        await nth(service, 'workers_replaced', 1)
        await load.waitForRounds(3)
        expect(await fingerprints()).toEqual([renewedFingerprint, shopFingerprint, newFingerprint])
        const { failures, createdPaths: made } = await load.stop()
        expect(failures).toEqual([])
        expect(made.length).toBeGreaterThan(callers)
        expect(await service.stop()).toBe(0)
      },
      120_000,
    )

    it.skipIf(missing !== null)(
      'SIGHUP reads settings files again, refuses invalid ones, and leaves those that need a restart',
      async () => {
        const RATE_LIMIT_FILE = join(folder, `${name}.rate`)
        const [LINK_ORIGIN_FILE, HOST_FILE] = [join(folder, `${name}.origin`), join(folder, `${name}.host`)]
        writeFileSync(RATE_LIMIT_FILE, '0')
        writeFileSync(LINK_ORIGIN_FILE, 'https://old.example')
        writeFileSync(HOST_FILE, '127.0.0.1')
        const files = { RATE_LIMIT: '', RATE_LIMIT_FILE, LINK_ORIGIN_FILE, HOST_FILE }
        const { service, key } = await startServing(files)
        const link = async () => {
          const response = await createClient(service.origin, key).post({}, { Connection: 'close' })
          return ((await response.json()) as { link: string }).link
        }
        expect(await link()).toMatch(/^https:\/\/old\.example\//)
        writeFileSync(LINK_ORIGIN_FILE, 'https://new.example')
        writeFileSync(RATE_LIMIT_FILE, 'many')
        service.signal('SIGHUP')
        const refusal = await nth(service, 'settings_refused', 1)
        expect(refusal).toMatchObject({
          level: 'error',
          error: expect.stringMatching(/^RATE_LIMIT must be/) as string,
        })
        writeFileSync(RATE_LIMIT_FILE, '0')
        writeFileSync(HOST_FILE, '127.0.0.2')
        service.signal('SIGHUP')
        expect((await nth(service, 'settings_refused', 2))['error']).toContain('requires a restart')
        expect(await link()).toMatch(/^https:\/\/old\.example\//)
        writeFileSync(HOST_FILE, '127.0.0.1')
        service.signal('SIGHUP')
        await nth(service, 'workers_replaced', 1)
        expect(await link()).toMatch(/^https:\/\/new\.example\//)
        expect(await service.stop()).toBe(0)
      },
    )

    it.skipIf(missing !== null)(
      'SIGHUP cuts no idle connection; a shutdown meanwhile finishes running requests only',
      async () => {
        const { service, key, port } = await startServing()
        const idleSocket = connectPlain(port, '127.0.0.1').setEncoding('latin1')
        const ask = () => idleSocket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
        ask()
        expect(String(await once(idleSocket, 'data'))).toMatch(/^HTTP\/1\.1 200 [^]*connection: keep-alive/i)
        service.signal('SIGHUP')
        await nth(service, 'settings_read', 1)
        // Until the process behind it learns that another one has replaced it.
        let lastStatus = ''
        idleSocket.on('data', (answer: string) => {
          lastStatus = answer
          if (/connection: keep-alive/i.test(answer)) ask()
        })
        ask()
        await once(idleSocket, 'end')
        expect(lastStatus).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
        await nth(service, 'workers_replaced', 1)

        const waitingSocket = connectPlain(port, '127.0.0.1')
        onTestFinished(() => void waitingSocket.destroy())
        waitingSocket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
        await once(waitingSocket, 'data')
        const slowCreate = await beginCreate(service.origin, key)
        service.signal('SIGHUP')
        await nth(service, 'settings_read', 2)
        const exit = service.stop()
        const visit = () => fetch(service.origin, { headers: { Connection: 'close' } })
        await vi.waitFor(() => expect(visit()).rejects.toThrow(), { timeout: 60_000 })
        expect(await slowCreate.end()).toBe(200)
        expect(await exit).toBe(0)
      },
    )
  },
)

/** Returns the `count`th line of the log with this event. */
async function nth(service: ServiceProcess, event: string, count: number): Promise<LogLine> {
  let remaining = count
  return await service.logged((line) => line['event'] === event && --remaining === 0)
}

/** Returns the certificate that a new connection with this server name gets. */
async function fingerprintAt(port: number, servername?: string): Promise<string> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ...(servername !== undefined && { servername }),
  })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}
