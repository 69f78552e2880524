import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { trackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { writeSharedFile } from '../../../contract/service/rules/writeSharedFile.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { Replica } from '../../../service/store/postgres/replica/replica.ts'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import type { Store } from '../../../service/store/store.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { makeCertificate, opensslMissing } from '../http/certificate.ts'
import { postgresMissing, serverAccount } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { startStandby } from '../postgres/standby.ts'
import type { Standby } from '../postgres/standby.ts'
import { setTerms } from '../setTerms.ts'
import { createClient } from '../testService.ts'
import { startProcess } from './serviceProcess.ts'
import type { LogLine } from './serviceProcess.ts'
import { setLinkActive } from '../setLinkActive.ts'

const timeout = 60_000
const desktop = { desktop_custom_redirect: { url: 'https://example.com/' } }

describe.skipIf(postgresMissing() !== null)('a service with a read replica', { timeout: 120_000 }, () => {
  let server: PostgresServer
  let standby: Standby
  let url: string
  let readUrl: string
  let store: Store
  let project: string
  let key: string
  beforeAll(async () => {
    server = await startPostgres()
    url = await server.createDatabase()
    store = await openPostgresStore(url)
    ;({ project, key } = await createProject(store, 'Shop'))
    standby = await startStandby(url, { synchronous: false })
    readUrl = url.replace(/:\d+\//, `:${standby.port}/`)
  }, timeout)
  afterAll(async () => {
    await store.close()
    await standby.remove()
    await server.remove()
  })

  /** `first` is the event that the log must have. */
  async function startService({ read = readUrl, first = 'replica_used', variables = {}, flags = [''] } = {}) {
    const service = await startProcess(
      { DATABASE_URL: url, DATABASE_READ_URL: read, ...variables },
      flags.filter((flag) => flag !== ''),
    )
    onTestFinished(async () => void (await service.stop()))
    // Lines before the first change of state have other events.
    const next = (event: string, after = '') =>
      service.logged((line: LogLine) => line['event'] === event && String(line['time']) > after)
    const usedEntry = await next(first)
    return {
      ...service,
      ...createClient(service.origin, key),
      next,
      first: usedEntry,
      startedAt: String(usedEntry['time']),
    }
  }

  /** Opens the replica in this process, and waits until it is used. */
  async function openReplicaInUse(): Promise<Replica> {
    const onChange = vi.fn()
    const replica = new Replica({ url: readUrl, primaryUrl: url, primary: store, onChange })
    onTestFinished(() => replica.close())
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(null), timeout)
    return replica
  }

  async function onStandby(sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: readUrl })
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(sql)
    await client.end()
    return rows
  }

  it("a service with a read replica opens a new link immediately and answers 404 for an unknown one while the replica's replay is paused", async () => {
    const { create, visit, origin } = await startService()
    await onStandby('SELECT pg_wal_replay_pause()')
    try {
      for (let count = 0; count < 20; count++) {
        expect((await visit(await create(desktop))).status).toBe(302)
      }
      expect((await visit('no-such-link')).status).toBe(404)
      const metrics = await (await fetch(`${origin}/metrics`)).text()
      const fallbacks = /linkwright_replica_fallbacks_total\{reason="not_found"[^}]*\} (\d+)/.exec(
        metrics,
      )?.[1]
      expect(Number(fallbacks)).toBeGreaterThan(0)
    } finally {
      await onStandby('SELECT pg_wal_replay_resume()')
    }
  })

  it('a service with a read replica closes a link that was switched off, though the replica still has it open, and uses it again once it has caught up', async () => {
    const { create, visit, next, startedAt, origin } = await startService()
    const path = await create(desktop)
    await vi.waitFor(async () => {
      const replica = await isActiveOn(readUrl, path)
      expect(replica).toBe(true)
    }, timeout)
    expect((await visit(path)).status).toBe(302)
    const replica = await openReplicaInUse()
    await onStandby('SELECT pg_wal_replay_pause()')
    try {
      await setLinkActive(store, path, false)
      await vi.waitFor(async () => expect((await visit(path)).status).toBe(410), timeout)
      const unusedEntry = await next('replica_unused', startedAt)
      expect(unusedEntry['error']).toBe('The replica is more than 3 seconds behind.')
      expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
      expect(await isActiveOn(readUrl, path)).toBe(true)
      expect((await visit(path)).status).toBe(410)
      await vi.waitFor(() => expect(replica.state().isUsed).toBe(false), timeout)
      // The service would later request the whole link too, and then close it anyway.
      expect(await replica.findLinkState(path)).toMatchObject({ active: false })
      await onStandby('SELECT pg_wal_replay_resume()')
      await next('replica_used', String(unusedEntry['time']))
      expect((await visit(path)).status).toBe(410)
    } finally {
      await onStandby('SELECT pg_wal_replay_resume()')
    }
  })

  it('a service with a read replica answers every visit while the replica is killed, stays ready, and uses it again automatically', async () => {
    const { create, visit, next, startedAt, origin } = await startService()
    const paths = await Promise.all(Array.from({ length: 20 }, () => create(desktop)))
    const statuses = new Set<number>()
    const abortController = new AbortController()
    const visits = (async () => {
      while (!abortController.signal.aborted)
        for (const path of paths) statuses.add((await visit(path)).status)
    })()
    await standby.stop()
    const unusedEntry = await next('replica_unused', startedAt)
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
    expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(/linkwright_replica_used(\{[^}]*\})? 0/)
    await standby.start()
    await next('replica_used', String(unusedEntry['time']))
    abortController.abort()
    await visits
    expect([...statuses]).toEqual([302])
  })

  it('a service with a read replica opens links while the primary is away, and never reports an existing link as missing', async () => {
    const { create, visit, post, origin } = await startService()
    const path = await create(desktop)
    await vi.waitFor(async () => expect(await isActiveOn(readUrl, path)).toBe(true), timeout)
    await server.stop('immediate')
    try {
      // Longer than a link is cached, and than the replica may lag.
      await vi.waitFor(async () => expect((await fetch(`${origin}/health/ready`)).status).toBe(503), timeout)
      for (let count = 0; count < 50; count++) {
        expect((await visit(path)).status).toBe(302)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect((await visit('no-such-link')).status).toBe(503)
      expect((await post(desktop)).status).toBe(503)
    } finally {
      await server.start()
    }
    await vi.waitFor(async () => expect((await post(desktop)).status).toBe(200), timeout)
    expect((await visit('no-such-link')).status).toBe(404)
  })

  it('a service with a read replica opens links without a wait while the primary hangs', async () => {
    const service = await startService()
    const paths = await Promise.all(Array.from({ length: 20 }, () => service.create(desktop)))
    for (const path of paths)
      await vi.waitFor(async () => expect(await isActiveOn(readUrl, path)).toBe(true), timeout)
    await server.freeze()
    try {
      // The first one lasts longer than the service's cached state.
      for (let lookup = 1; lookup <= 3; lookup++)
        expect(await visitsDuringLookup(service, paths)).toBeGreaterThan(30)
      expect((await service.visit('no-such-link')).status).toBe(503)
    } finally {
      await server.resume()
    }
    await vi.waitFor(async () => expect((await service.visit('no-such-link')).status).toBe(404), timeout)
  })

  /** Visits links one after another while a lookup waits for the primary. Resolves with how many opened. */
  async function visitsDuringLookup(
    { ask, visit }: Awaited<ReturnType<typeof startService>>,
    paths: string[],
  ) {
    const abortController = new AbortController()
    const lookup = ask(`/link/${paths[0]}`).finally(() => abortController.abort())
    let visits = 0
    while (!abortController.signal.aborted)
      expect((await visit(paths[visits++ % paths.length] ?? '')).status).toBe(302)
    expect((await lookup).status).toBe(503)
    return visits
  }

  const outages = {
    lags: [() => onStandby('SELECT pg_wal_replay_pause()'), () => onStandby('SELECT pg_wal_replay_resume()')],
    hangs: [() => standby.freeze(), () => standby.resume()],
  } as const
  it.each(Object.entries(outages))(
    'histories and rules are read from the primary, so they have the last change while the replica %s',
    async (_how, [start, end]) => {
      const { create, ask } = await startService()
      const path = await create(desktop)
      const link = await ask(`/link/${path}`)
      await start()
      try {
        const headers = {
          'Content-Type': 'application/merge-patch+json',
          'If-Match': link.headers.get('etag') ?? '',
        }
        const change = { method: 'PATCH', headers, body: JSON.stringify({ title: 'Later' }) }
        expect((await ask(`/link/${path}`, change)).status).toBe(200)
        const content = writeSharedFile({ rules: trackingRules.parse({ source: { values: [path] } }) })
        await store.rules.put({ project, content, setAt: Date.now() })
        const since = new Date(0).toISOString()
        const [one, many, rules] = await Promise.all([
          ask(`/link/${path}/history`),
          ask('/links/history', { method: 'POST', body: JSON.stringify({ paths: [path], since }) }),
          ask('/rules'),
        ])
        const changes = [{ fields: { title: { to: 'Later' } } }]
        expect(await one.json()).toMatchObject({ history: changes })
        expect(await many.json()).toMatchObject({ history: { [path]: changes } })
        expect(await rules.text()).toBe(content)
      } finally {
        await end()
      }
    },
  )

  it.skipIf(opensslMissing())(
    'a service with a read replica reaches it over TLS with a trusted certificate, and reads from the primary otherwise',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'linkwright-standby-tls-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const { cert, key } = makeCertificate(folder)
      const account = serverAccount()
      if (account) for (const path of [folder, cert, key]) chownSync(path, account.uid, account.gid)
      const configure = async (...settings: string[]) => {
        for (const setting of settings) await onStandby(`ALTER SYSTEM ${setting}`)
        await onStandby('SELECT pg_reload_conf()')
      }
      onTestFinished(() => configure('RESET ssl', 'RESET ssl_cert_file', 'RESET ssl_key_file'))
      await configure(`SET ssl_cert_file = '${cert}'`, `SET ssl_key_file = '${key}'`, 'SET ssl = on')
      const secure = `${readUrl}?sslmode=verify-full`
      const isEncrypted = async () => {
        const rows = await onStandby(
          "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'linkwright'",
        )
        return rows.length > 0 && rows.every(({ ssl }) => ssl === true)
      }

      const verifyingService = await startService({ read: secure, first: 'replica_unused' })
      expect((await verifyingService.visit(await verifyingService.create(desktop))).status).toBe(302)
      expect(String(verifyingService.first['error'])).toContain('self-signed certificate')
      const service = await startService({ read: `${secure}&sslrootcert=${cert}` })
      expect(await isEncrypted()).toBe(true)
      await service.stop()
      const system = { variables: { SSL_CERT_FILE: cert }, flags: ['--use-system-ca'] }
      await startService({ read: secure, ...system })
      expect(await isEncrypted()).toBe(true)
    },
  )

  it("a service with a read replica opens no link on another project's host, and shows none to another project", async () => {
    const other = await createProject(store, 'Other')
    const terms = (host: string) => {
      const domains = { default: null, origins: [`https://${host}`] }
      return { ...defaultTerms, domains: { production: domains, development: domains }, setAt: 1 }
    }
    await setTerms(store, project, terms('shop.example'))
    await setTerms(store, other.project, terms('other.example'))
    const { create, origin } = await startService()
    const path = await create(desktop)
    await vi.waitFor(async () => expect(await isActiveOn(readUrl, path)).toBe(true), timeout)
    expect(await statusOnHost(origin, path, 'shop.example')).toBe(302)
    expect(await statusOnHost(origin, path, 'other.example')).toBe(404)
    expect((await createClient(origin, other.key).ask(`/link/${path}`)).status).toBe(404)
  })

  it.each([
    ['the primary itself', () => Promise.resolve({ url, primaryUrl: url }), 'is not a standby.'],
    ['another database', () => createUnrelatedStandby(), 'is not a standby of the database of DATABASE_URL.'],
  ])('a service with a read replica never reads %s', async (_name, findUrls, reason) => {
    const onChange = vi.fn()
    const replica = new Replica({ ...(await findUrls()), primary: store, onChange })
    onTestFinished(() => replica.close())
    await vi.waitFor(
      () => expect(onChange).toHaveBeenCalledWith(`The server of DATABASE_READ_URL ${reason}`),
      timeout,
    )
    expect(await replica.findLink('no-such-link')).toBeNull()
    expect(replica.state()).toMatchObject({ isUsed: false, fallbacks: { not_used: 1 } })
  })

  it('a service with a read replica still uses it after a path with U+0000, which PostgreSQL refuses', async () => {
    const replica = await openReplicaInUse()
    expect(await replica.findLink('no\0link')).toBeNull()
    expect(await replica.findLinkState('no\0link')).toBeNull()
    expect(replica.state()).toMatchObject({ isUsed: true, fallbacks: { not_found: 0, failed: 0 } })
  })

  /** A second database, and a copy of it on the standby, whose tables have the same ids. */
  async function createUnrelatedStandby() {
    const another = await server.createDatabase()
    await (await openPostgresStore(another)).close()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`CREATE DATABASE copied TEMPLATE "${new URL(another).pathname.slice(1)}"`)
    await client.end()
    const copyUrl = readUrl.replace(new URL(url).pathname, '/copied')
    await vi.waitFor(() => isActiveOn(copyUrl, ''), timeout)
    return { url: copyUrl, primaryUrl: another }
  }
})

/** Whether a link is active on the server of this address; `null` if it isn't there. */
async function isActiveOn(url: string, path: string): Promise<boolean | null> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ active: boolean }>('SELECT active FROM links WHERE path = $1', [
      path,
    ])
    return rows[0]?.active ?? null
  } finally {
    await client.end()
  }
}

async function statusOnHost(origin: string, path: string, host: string): Promise<number> {
  const [response] = (await once(get(`${origin}/${path}`, { headers: { host } }), 'response')) as [
    IncomingMessage,
  ]
  response.resume()
  return response.statusCode ?? 0
}
