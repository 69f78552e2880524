import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLinkChanger } from '../../../service/links/change.ts'
import type { Changer } from '../../../service/links/change.ts'
import { encodeRows } from '../../../service/store/postgres/server/binary.ts'
import { copyIn, openPool } from '../../../service/store/postgres/server/connection.ts'
import { Database } from '../../../service/store/postgres/database.ts'
import { postgresMigrations as migrations } from '../../../service/store/migrations/all.ts'
import { linkRows } from '../../../service/store/postgres/rows.ts'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import type { LinkRow } from '../../../service/store/links/links.ts'
import type { Store } from '../../../service/store/store.ts'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { makeCertificate, opensslMissing } from '../http/certificate.ts'
import { postgresMissing, serverAccount } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { mountSmallDisk, smallDiskMissing } from '../reliability/disk.ts'
import { createOlderSchema } from './olderSchema.ts'
import { sampleKey, sampleLink } from './sample.ts'
import { setLinkActive } from '../setLinkActive.ts'

describe.skipIf(postgresMissing() !== null)('the store in PostgreSQL', () => {
  let server: PostgresServer
  let url: string
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.remove())
  beforeEach(async () => void (url = await server.createDatabase()))

  /** Opens a store that is closed after the test. */
  async function openStore(address = url, timeoutMs?: number): Promise<Store & AsyncDisposable> {
    const store = await openPostgresStore(address, timeoutMs === undefined ? {} : { timeoutMs })
    return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() })
  }

  async function ask(sql: string, values?: unknown[]): Promise<unknown[]> {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Returns the address of a migrated database for a role that may only use its tables. */
  async function urlOfWorker(): Promise<string> {
    await (await openPostgresStore(url)).close()
    const role = `worker_${randomBytes(4).toString('hex')}`
    await ask(`CREATE ROLE ${role} LOGIN PASSWORD 'worker'`)
    await ask(`GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ${role}`)
    const address = new URL(url)
    address.username = role
    address.password = 'worker'
    return address.href
  }

  describe('when it is opened', () => {
    it('the store in PostgreSQL, when opened, creates the schema once, however many processes start', async () => {
      const stores = await Promise.all(Array.from({ length: 12 }, () => openPostgresStore(url)))
      await Promise.all(stores.map((store) => store.check()))
      const versions = await ask('SELECT version FROM linkwright_schema ORDER BY version')
      expect(versions).toEqual(migrations.map((_, index) => ({ version: index + 1 })))
      await Promise.all(stores.map((store) => store.close()))
    })

    it('the store in PostgreSQL, when opened, blocks no other session while a backup reads the table to change', async () => {
      await createOlderSchema(url, 9)
      const backup = new Client({ connectionString: url })
      await backup.connect()
      onTestFinished(() => backup.end())
      await backup.query('BEGIN')
      await backup.query('LOCK TABLE links IN ACCESS SHARE MODE')
      await using store = await openStore(url, 1)
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
      await expect.poll(() => ask(waiting), { timeout: 5_000 }).toHaveLength(1)
      // As long as a statement of the service may take.
      await ask("SELECT set_config('statement_timeout', '5000', false); SELECT 1 FROM links")
      await backup.query('COMMIT')
      await expect.poll(() => store.check(), { timeout: 10_000 }).toMatchObject({ empty: true })
    })

    it('the store in PostgreSQL, when opened, notices a server that disappears during a schema change', async () => {
      const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
      onTestFinished(() => setKeepAlive.mockRestore())
      await (await openPostgresStore(url)).close()
      // The first connection changes the schema, and has no other limit.
      expect(setKeepAlive.mock.calls[0]).toEqual([true, 10_000])
    })

    it('the store in PostgreSQL, when opened, gives unnamed older keys one name and all rights', async () => {
      await createOlderSchema(url, 6)
      await ask("INSERT INTO projects (id, name, active, created_at) VALUES ('prj', 'Old', true, 1)")
      const insertOld = (hash: string) =>
        ask('INSERT INTO project_keys (hash, project_id, created_at) VALUES ($1, $2, 4)', [hash, 'prj'])
      await insertOld('hash')
      await using store = await openStore()
      // A process of the previous version still adds keys while others run this one.
      await insertOld('later')
      const keys = ['hash', 'later'].map((hash) => sampleKey({ hash, project: 'prj' }))
      expect(await store.listKeys('prj')).toEqual(keys)
    })

    it('the store in PostgreSQL, when opened, completes the schema of an interrupted process', async () => {
      await ask('CREATE TABLE linkwright_schema (version INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL)')
      await ask('CREATE TABLE projects (id TEXT PRIMARY KEY, name TEXT, active BOOLEAN, created_at BIGINT)')
      await using store = await openStore()
      await expect(store.check()).resolves.toMatchObject({ damaged: false })
    })

    it('the store in PostgreSQL, when opened, works without features that compatible servers lack', async () => {
      await ask('DROP EXTENSION plpgsql')
      await using store = await openStore()
      const entry = { id: 1, at: 1, who: 'anna', sudo: null, host: 'server-1', act: 'backup', what: '{}' }
      expect(await store.auditLog.add(entry)).toBe(true)
      expect(await ask("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'operator%'")).toEqual([])
    })

    it('the store in PostgreSQL, when opened, needs no right to change an up-to-date schema', async () => {
      await using store = await openStore(await urlOfWorker())
      expect(await store.insertLink(sampleLink())).toEqual({ kind: 'stored' })
    })

    it('the store in PostgreSQL, when opened, runs on another owner’s schema with the documented grants', async () => {
      const [owner, runner] = ['owner', 'runner'].map((role) => `${role}_${randomBytes(4).toString('hex')}`)
      const urlForRole = (role = '') => {
        const address = new URL(`${url}?options=-c%20search_path%3Dlinks`)
        return Object.assign(address, { username: role, password: 'secret' }).href
      }
      for (const role of [owner, runner]) await ask(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`)
      const grants = readFileSync(join(import.meta.dirname, '../../../docs/postgresql.md'), 'utf8')
      const [, sql = ''] = /as linkwright_owner:\n([^`]*)```/.exec(grants) ?? []
      expect(sql).toContain('ALTER DEFAULT PRIVILEGES')
      await ask(`GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO ${owner}`)
      await ask(`SET ROLE ${owner}; ${sql.replaceAll('TO linkwright', `TO ${runner}`)}`)
      await expect(openPostgresStore(urlForRole(runner))).rejects.toThrow(
        'permission denied for schema links',
      )
      await (await openPostgresStore(urlForRole(owner))).close()
      await using store = await openStore(urlForRole(runner))
      expect(await store.insertLink(sampleLink())).toEqual({ kind: 'stored' })
      expect(await store.visits.forget([1])).toBe(0)
    })

    it.each([
      ['a newer version', 'INSERT INTO linkwright_schema VALUES (99, 0)', 'newer version'],
      ['another program', 'ALTER TABLE links DROP COLUMN data', 'another program'],
    ])(
      'the store in PostgreSQL, when opened, refuses the database of %s',
      async (_whose, change, sentence) => {
        await (await openPostgresStore(url)).close()
        await ask(change)
        await expect(openPostgresStore(url)).rejects.toThrow(sentence)
      },
    )

    it('the store in PostgreSQL, when opened, refuses a database that acknowledges a link before it is on disk', async () => {
      const unsafeUrl = `${url}?options=-c%20synchronous_commit%3Doff`
      await expect(openPostgresStore(unsafeUrl)).rejects.toThrow('synchronous_commit')
    })

    it('the store in PostgreSQL, when opened, refuses a missing schema, and accepts an existing one', async () => {
      const urlWithSchema = `${url}?options=-c%20search_path%3Dlinks`
      await expect(openPostgresStore(urlWithSchema)).rejects.toThrow('Create the schema named in search_path')
      await ask('CREATE SCHEMA links')
      await using store = await openStore(urlWithSchema)
      expect(await store.insertLink(sampleLink())).toEqual({ kind: 'stored' })
      expect(await ask('SELECT count(*)::int AS links FROM links.links')).toEqual([{ links: 1 }])
    })

    it('the store in PostgreSQL, when opened, refuses a server without TLS if the address requires it', async () => {
      const store = openPostgresStore(`${url}?sslmode=verify-full`)
      await expect(store).rejects.toThrow('The PostgreSQL server does not support TLS')
    })

    it.skipIf(opensslMissing())(
      'the store in PostgreSQL refuses a certificate that no trusted authority signed or that is for another host',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'linkwright-postgres-tls-'))
        onTestFinished(() => rmSync(folder, { recursive: true }))
        const { cert, key } = makeCertificate(folder)
        const account = serverAccount()
        if (account) for (const path of [folder, cert, key]) chownSync(path, account.uid, account.gid)
        const configure = async (settings: string[]) => {
          for (const setting of settings) await ask(`ALTER SYSTEM ${setting}`)
          await ask('SELECT pg_reload_conf()')
        }
        onTestFinished(() => configure(['RESET ALL']))
        const files = [`SET ssl_cert_file = '${cert}'`, `SET ssl_key_file = '${key}'`]
        await configure([...files, 'SET ssl = on'])
        const secure = `${url}?sslmode=verify-full`
        await vi.waitFor(() => expect(openPostgresStore(secure)).rejects.toThrow('is not trusted'), {
          timeout: 60_000,
        })
        const emitWarning = vi.spyOn(process, 'emitWarning')
        onTestFinished(() => emitWarning.mockRestore())
        for (const mode of ['require', 'verify-ca', 'prefer']) {
          await expect(openPostgresStore(`${url}?sslmode=${mode}`)).rejects.toThrow('is not trusted')
        }
        await using laxStore = await openStore(`${url}?uselibpqcompat=true&sslmode=require`)
        await expect(laxStore.check()).resolves.toMatchObject({ damaged: false })
        expect(emitWarning).not.toHaveBeenCalled()
        await using store = await openStore(`${secure}&sslrootcert=${cert}`)
        await expect(store.check()).resolves.toMatchObject({ damaged: false })
        const noKey = openPostgresStore(`${secure}&sslrootcert=${cert}&sslkey=${cert}`)
        await expect(noKey).rejects.toThrow('key in the options of DATABASE_URL cannot be used')
        // The same address with a host name that the certificate doesn't contain.
        const otherHostUrl = `${secure}&sslrootcert=${cert}`.replace('127.0.0.1', '127.1')
        await expect(openPostgresStore(otherHostUrl)).rejects.toThrow(
          'does not match the host in DATABASE_URL',
        )
      },
    )

    it('the store in PostgreSQL, when opened, names the file of its options that is missing, and quotes none that is passed as text', async () => {
      const missing = openPostgresStore(`${url}?sslrootcert=/none/ca.pem`)
      await expect(missing).rejects.toThrow('/none/ca.pem')
      const text = encodeURIComponent('-----BEGIN PRIVATE KEY-----\nsecret')
      const given = openPostgresStore(`${url}?sslkey=${text}`)
      await expect(given).rejects.toThrow(/PEM text instead of the path/)
      await expect(given).rejects.not.toThrow('secret')
    })

    it('the store in PostgreSQL, when opened, explains how to encode a %', async () => {
      const address = new URL(url)
      const store = openPostgresStore(url.replace(address.password, 'secret%ffsecret'))
      await expect(store).rejects.toThrow('write a % in its user or password as %25')
    })

    it('the store in PostgreSQL, when opened, explains what is wrong with the address, without the password', async () => {
      const wrongPassword = new URL(url)
      wrongPassword.password = 'secret-and-wrong'
      const noDatabase = new URL(url)
      noDatabase.pathname = '/none'
      const failures = await Promise.allSettled(
        [wrongPassword, noDatabase].map(({ href }) => openPostgresStore(href)),
      )
      const [password, database] = failures.map((failure) =>
        String((failure as PromiseRejectedResult).reason),
      )
      expect(password).toContain('password authentication failed')
      expect(password).not.toContain('secret-and-wrong')
      expect(database).toContain('database "none" does not exist')
    })
  })

  describe('when the server goes away', () => {
    it('the store in PostgreSQL opens without a server, reports that, and works once the server is there', async () => {
      await server.stop('fast')
      await using store = await openStore()
      await expect(store.insertLink(sampleLink())).rejects.toThrow(StoreUnavailableError)
      await server.start()
      expect(await store.insertLink(sampleLink())).toEqual({ kind: 'stored' })
    })

    it('the store in PostgreSQL keeps no caller waiting for a table that is locked when the server is back', async () => {
      await (await openPostgresStore(url)).close()
      await server.stop('fast')
      await using store = await openStore()
      await server.start()
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query('BEGIN')
      await client.query('LOCK TABLE linkwright_schema')
      const refusal = await Promise.race([
        store.check().catch((error: unknown) => error),
        pause(20_000, null),
      ])
      await client.end()
      expect(refusal).toMatchObject({ name: 'StoreUnavailable', nothingStored: true })
      expect(await store.insertLink(sampleLink())).toEqual({ kind: 'stored' })
    })

    it('the store in PostgreSQL opens while another session locks a table, and works once it is unlocked', async () => {
      await (await openPostgresStore(url)).close()
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query('BEGIN')
      await client.query('LOCK TABLE linkwright_schema')
      await using store = await openStore(url, 100)
      const countSockets = () =>
        process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
      const before = countSockets()
      await (await openPostgresStore(url, { timeoutMs: 100 })).close()
      // Its preparation, which waits for the lock, would keep the process running.
      await expect.poll(countSockets).toBe(before)
      await client.end()
      expect(await store.insertLink(sampleLink())).toEqual({ kind: 'stored' })
    })

    it('the store in PostgreSQL keeps what it has acknowledged through a server crash and rejects everything meanwhile', async () => {
      await using store = await openStore()
      const acknowledgedPaths: string[] = []
      let onWarm = () => {}
      const warmUp = new Promise<void>((resolve) => (onWarm = resolve))
      const insertUntilRefused = async (): Promise<unknown> => {
        for (;;) {
          const link = sampleLink()
          try {
            await store.insertLink(link)
          } catch (error) {
            return error
          }
          if (acknowledgedPaths.push(link.path) === 500) onWarm()
        }
      }
      const writers = Array.from({ length: 50 }, insertUntilRefused)
      await warmUp
      await server.stop('immediate')
      for (const error of await Promise.all(writers)) expect(error).toBeInstanceOf(StoreUnavailableError)
      await expect(store.check()).rejects.toThrow(StoreUnavailableError)
      await expect(store.findLink('x')).rejects.toThrow(StoreUnavailableError)
      await server.start()
      const links = await Promise.all(acknowledgedPaths.map((path) => store.findLink(path)))
      expect(links.filter((link) => link === null)).toEqual([])
    })

    it.skipIf(smallDiskMissing() !== null)(
      'the store in PostgreSQL says that a full disk stored nothing, and works again once there is space',
      async () => {
        await using store = await openStore()
        const disk = mountSmallDisk(8)
        const account = serverAccount()
        if (account) chownSync(disk.folder, account.uid, account.gid)
        await ask(`CREATE TABLESPACE small LOCATION '${disk.folder}'`)
        await ask('ALTER TABLE links SET TABLESPACE small')
        disk.fill()
        const links = Array.from({ length: 200 }, () => sampleLink())
        const results = await Promise.allSettled(links.map((link) => store.insertLink(link)))
        const refusedLinks = links.filter((_, index) => results[index]?.status === 'rejected')
        expect(refusedLinks.length).toBeGreaterThan(0)
        for (const result of results)
          if (result.status === 'rejected') expect(result.reason).toMatchObject({ nothingStored: true })
        disk.free()
        for (const { path } of refusedLinks) expect(await store.findLink(path)).toBeNull()
        for (const link of refusedLinks) expect(await store.insertLink(link)).toEqual({ kind: 'stored' })
        await ask('ALTER TABLE links SET TABLESPACE pg_default')
        await ask('DROP TABLESPACE small')
        disk.remove()
      },
    )

    it('the store in PostgreSQL works again after the server has ended its connections', async () => {
      await using store = await openStore()
      const link = sampleLink()
      await store.insertLink(link)
      await ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'linkwright'",
      )
      // The first query may use a connection that has just ended; the next one never does.
      await store.findLink(link.path).catch(() => null)
      expect(await store.findLink(link.path)).toMatchObject({ id: link.id })
    })

    it('the store in PostgreSQL abandons a connection that does not answer, and uses another', async () => {
      await using store = await openStore()
      const link = sampleLink()
      await store.insertLink(link)
      const sessions = "SELECT pid FROM pg_stat_activity WHERE application_name = 'linkwright'"
      const pids = (await ask(`${sessions} AND datname = current_database()`)) as { pid: number }[]
      expect(pids).not.toEqual([])
      for (const { pid } of pids) process.kill(pid, 'SIGSTOP')
      onTestFinished(() => pids.forEach(({ pid }) => process.kill(pid, 'SIGCONT')))
      await expect(store.findLink(link.path)).rejects.toThrow(StoreUnavailableError)
      expect(await store.findLink(link.path)).toMatchObject({ id: link.id })
    })
  })

  it('the store in PostgreSQL waits for one of its connections while the server accepts no more', async () => {
    const address = await urlOfWorker()
    await ask(`ALTER ROLE ${new URL(address).username} CONNECTION LIMIT 2`)
    await using store = await openStore(address)
    const projects = await Promise.all(Array.from({ length: 50 }, () => store.findProject('none')))
    expect(projects).toEqual(Array(50).fill(null))
  })

  describe('when statements conflict', () => {
    /** Serializable transactions fail and must be retried, as on every distributed engine. */
    const serializable = () => `${url}?options=-c%20default_transaction_isolation%3Dserializable`

    it('the store in PostgreSQL repeats statements that lost a conflict', async () => {
      await using store = await openStore(serializable())
      const link = sampleLink()
      await store.insertLink(link)
      const changes = await Promise.all(
        Array.from({ length: 10 }, (_, index) => setLinkActive(store, link.path, index % 2 === 0, index)),
      )
      expect(changes).toEqual(Array.from({ length: 10 }, () => true))
    })

    it('the store in PostgreSQL creates one link per idempotency key, in any number of stores and any order', async () => {
      await using one = await openStore(serializable())
      await using other = await openStore(serializable())
      const keys = Array.from({ length: 30 }, (_, index) => `key ${index}`)
      const linkWithKey = (key: string) => sampleLink({ idempotency: { key, requestHash: 'hash' } })
      const insertions = await Promise.all([
        ...keys.map((key) => one.insertLink(linkWithKey(key))),
        ...keys.toReversed().map((key) => other.insertLink(linkWithKey(key))),
        ...keys.map((key) => one.insertLink(linkWithKey(key))),
      ])
      expect(insertions.filter(({ kind }) => kind === 'stored')).toHaveLength(30)
      expect(insertions.filter(({ kind }) => kind === 'repeated')).toHaveLength(60)
    })

    it('two changes that used one idempotency key at the same moment both return their own answer when repeated', async () => {
      await using store = await openStore()
      await using other = await openStore()
      const links = [sampleLink(), sampleLink()] as const
      for (const link of links) await store.insertLink(link)
      const [first, second] = [createLinkChanger(store), createLinkChanger(other)]
      const change = ({ change: changeLink }: Changer, { project, environment, path }: LinkRow) =>
        changeLink(
          { project, environment, keyName: 'key', changesPerDay: null },
          {
            ...{ path, patch: { title: 'Changed' }, matchesVersion: () => true },
            idempotency: { key: 'used twice', requestHash: path },
          },
        )
      // The second change has read that the key is unused, and waits while the first is made.
      const lock = new Client({ connectionString: url })
      await lock.connect()
      onTestFinished(() => lock.end())
      await lock.query('BEGIN')
      await lock.query('SELECT 1 FROM links WHERE path = $1 FOR UPDATE', [links[1].path])
      const secondChange = change(second, links[1])
      await vi.waitFor(async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
        expect(await ask(waiting)).toHaveLength(1)
      })
      expect(await change(first, links[0])).toMatchObject({ kind: 'changed' })
      await lock.query('ROLLBACK')
      expect(await secondChange).toMatchObject({ kind: 'changed' })
      for (const link of links)
        expect(await change(first, link)).toMatchObject({ kind: 'repeated', change: { link: link.id } })
    })

    it('the store in PostgreSQL rejects only the link that violates the schema, without quoting it', async () => {
      await using store = await openStore()
      const invalidLink = sampleLink({ environment: 'nowhere' as 'production', title: 'quoted-title' })
      const [before, rejection, after] = await Promise.allSettled(
        [sampleLink(), invalidLink, sampleLink()].map((link) => store.insertLink(link)),
      )
      expect([before?.status, rejection?.status, after?.status]).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      const reason = (rejection as PromiseRejectedResult).reason as Error
      expect(reason).not.toBeInstanceOf(StoreUnavailableError)
      expect(JSON.stringify(reason, Object.getOwnPropertyNames(reason))).not.toContain('quoted-title')
    })

    it('the store in PostgreSQL reports the second of two links with one path in one statement as taken', async () => {
      await using store = await openStore()
      const link = sampleLink()
      const samePathLink = { ...sampleLink(), path: link.path }
      expect(await Promise.all([store.insertLink(link), store.insertLink(samePathLink)])).toEqual([
        { kind: 'stored' },
        { kind: 'taken' },
      ])
    })
  })

  it('the store in PostgreSQL looks up many keys without taking the connections that others need', async () => {
    await using store = await openStore()
    const lookups = Array.from({ length: 500 }, (_, index) => store.findKey(`hash ${index}`))
    // The pool has received the lookups after this turn of the event loop.
    await new Promise(setImmediate)
    const { used, waiting } = store.load().pool ?? { used: 0, waiting: 0 }
    expect(used + waiting).toBeLessThanOrEqual(2)
    expect(new Set(await Promise.all(lookups))).toEqual(new Set([null]))
  })

  it('the store in PostgreSQL finishes what it accepted before it closes', async () => {
    const store = await openStore()
    const links = Array.from({ length: 1_500 }, () => sampleLink())
    const insertions = Promise.all(links.map((link) => store.insertLink(link)))
    await store.close()
    await insertions
    expect(await ask('SELECT count(*)::int AS links FROM links')).toEqual([{ links: 1_500 }])
  })

  it('the store in PostgreSQL refuses more waiting links than its queue holds', async () => {
    await using store = await openStore()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 2_100 }, () => store.insertLink(sampleLink())),
    )
    const rejections = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(rejections).toHaveLength(100)
    expect(rejections[0]?.reason).toBeInstanceOf(StoreUnavailableError)
  })

  it('the store in PostgreSQL sends arrays of every type and length unchanged', async () => {
    const numbers = [0, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, Number.MAX_SAFE_INTEGER]
    const texts = ['', null, '{"a,b"}', '\\', 'NULL', '🍂'.repeat(10_000), 'ü']
    const params = [numbers, texts, [true, false, null], []]
    const sql =
      'SELECT $1::BIGINT[] AS numbers, $2::TEXT[] AS texts, $3::BOOLEAN[] AS flags, $4::TEXT[] AS none'
    expect(await ask(sql, params)).toEqual([
      { numbers: numbers.map(String), texts, flags: [true, false, null], none: [] },
    ])
  })

  it('the store in PostgreSQL copies all rows of every type and length unchanged, or none', async () => {
    const rows = [
      { number: 0, text: '', flag: true },
      { number: -1, text: null, flag: null },
      { number: 2 ** 31, text: '\\N\t\\.\n', flag: false },
      { number: -(2 ** 31) - 1, text: '🍂'.repeat(10_000), flag: false },
      { number: Number.MAX_SAFE_INTEGER, text: 'ü', flag: null },
    ]
    type Row = (typeof rows)[number]
    const columns = [
      { get: ({ number }: Row) => number },
      { get: ({ text }: Row) => text },
      { get: ({ flag }: Row) => flag },
    ]
    await ask('CREATE TABLE copied (number BIGINT UNIQUE, text TEXT, flag BOOLEAN)')
    const pool = openPool(url)
    onTestFinished(() => pool.end())
    const copy = (items: Row[]) => copyIn(pool, 'COPY copied FROM STDIN BINARY', encodeRows(items, columns))
    const session = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows
    const before = await session()

    expect(await copy([])).toBeNull()
    expect(await copy(rows)).toBeNull()
    expect(await copy([{ number: 7, text: 'new', flag: true }, ...rows])).toMatchObject({ code: '23505' })
    expect(await session()).toEqual(before)
    const expected = rows.map((row) => ({ ...row, number: String(row.number) }))
    expect(await ask('SELECT * FROM copied')).toEqual(expected)
    await ask('DROP TABLE copied')
    expect(await copy(rows)).toMatchObject({ code: '42P01' })
  })

  it('the store in PostgreSQL stores links, and reports taken ones, if COPY is not allowed', async () => {
    const address = await urlOfWorker()
    await ask('ALTER TABLE links ENABLE ROW LEVEL SECURITY')
    await ask('CREATE POLICY everybody ON links USING (true)')
    await using store = await openStore(address)
    const [link, other] = [sampleLink(), sampleLink()]
    const links = [link, { ...sampleLink(), path: link.path }, other]
    const results = await Promise.all(links.map((one) => store.insertLink(one)))
    expect(results.map(({ kind }) => kind)).toEqual(['stored', 'taken', 'stored'])
    expect(await store.findLink(other.path)).toMatchObject({ id: other.id })
  })

  it('the store in PostgreSQL does not try COPY again after it was rejected', async () => {
    const database = new Database(await urlOfWorker())
    onTestFinished(() => database.close())
    const copy = () => database.copy('copyLinks', linkRows([sampleLink()]))
    expect(await copy()).toBe(true)
    await ask('ALTER TABLE links ENABLE ROW LEVEL SECURITY')
    expect(await copy()).toBe(false)
    await ask('ALTER TABLE links DISABLE ROW LEVEL SECURITY')
    expect(await copy()).toBe(false)
  })

  it('the store in PostgreSQL answers for a path that PostgreSQL cannot store', async () => {
    await using store = await openStore()
    expect(await store.findLink('\0')).toBeNull()
    expect(await store.findLinkState('\0')).toBeNull()
  })
})
