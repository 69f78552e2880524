import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { createClient } from '../testService.ts'
import { startLoad } from './load.ts'
import { startProcess } from './serviceProcess.ts'
import type { ServiceProcess } from './serviceProcess.ts'

interface ListAnswer {
  links: { path: string; title?: string }[]
  cursor: string
  more: boolean
}

/** Follows the list of a service, page by page, until it is stopped. */
function startFollower(origin: string, key: string) {
  const { ask } = createClient(origin, key)
  const seen = new Map<string, string | undefined>()
  let [cursor, isOver, pages] = ['', false, 0]
  const readPage = async (): Promise<ListAnswer> => {
    const response = await ask(`/links?limit=50${cursor && `&after=${cursor}`}`)
    const text = await response.text()
    // Its own session may be the one that is suspended: it tries again from the same cursor.
    if (response.status === 503) return { links: [], cursor, more: true }
    expect([response.status, response.status === 200 ? '' : text]).toEqual([200, ''])
    const page = JSON.parse(text) as ListAnswer
    for (const { path, title } of page.links) seen.set(path, title)
    pages++
    ;({ cursor } = page)
    return page
  }
  const follow = async () => {
    while (!isOver) if (!(await readPage()).more) await pause(20)
  }
  const following = follow()
  return {
    seen,
    /** Reads on until nothing was new for longer than the list lags. */
    finish: async (lagMs: number) => {
      isOver = true
      await following
      await pause(lagMs)
      while ((await readPage()).more);
      return pages
    },
  }
}

describe('a follower of the list, while eight writers of two processes create and change links', () => {
  let [services, remove]: [ServiceProcess[], () => Promise<void> | void] = [[], () => undefined]
  afterEach(async () => {
    await Promise.all(services.map((service) => service.kill()))
    await remove()
  })

  const start = async (urls: string[]) => {
    services = await Promise.all(urls.map((url) => startProcess({ DATABASE_URL: url })))
    return services.map(({ origin }) => origin)
  }

  /** Changes the titles of known links until it is stopped. */
  const startChanges = (origin: string, key: string, paths: () => string[]) => {
    const { ask } = createClient(origin, key)
    let isOver = false
    const work = async () => {
      for (let number = 0; !isOver; number++) {
        const path = paths()[Math.floor(Math.random() * paths().length)]
        await pause(2)
        if (path === undefined) continue
        const etag = (await ask(`/link/${path}`).catch(() => null))?.headers.get('etag') ?? ''
        const body = JSON.stringify({ title: `Changed ${number}` })
        await ask(`/link/${path}`, { method: 'PATCH', body, headers: { 'If-Match': etag } }).catch(() => null)
      }
    }
    const working = work()
    return async () => {
      isOver = true
      await working
    }
  }

  /** Runs the load, and `disturb` in the middle of it. The follower must have every stored link in its last state. */
  const expectAllFollowed = async (
    url: string,
    {
      key,
      urls,
      lagMs,
      disturb,
    }: { key: string; urls: string[]; lagMs: number; disturb: () => Promise<void> },
  ) => {
    const [one = '', other = ''] = await start(urls)
    const follower = startFollower(one, key)
    const loads = [startLoad(one, key, 4), startLoad(other, key, 4)]
    const stopChanges = startChanges(one, key, () => [...follower.seen.keys()])
    await Promise.all(loads.map((load) => load.waitForCreates(100)))
    await disturb()
    await Promise.all(loads.map((load) => load.waitForCreates(50)))
    await stopChanges()
    await Promise.all(loads.map((load) => load.stop()))
    await follower.finish(lagMs)
    const store = await openStore(readDatabaseUrl('url', url))
    try {
      const stored = await store.scanLinks(-1, 1_000_000)
      const missing = stored.filter(({ path, title }) => follower.seen.get(path) !== title)
      expect(missing.map(({ path }) => path)).toEqual([])
      expect(follower.seen.size).toBe(stored.length)
      return stored
    } finally {
      await store.close()
    }
  }

  it('has every link of a SQLite database, although one process is suspended again and again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-list-'))
    remove = () => rmSync(folder, { recursive: true })
    const url = `sqlite://${join(folder, 'links.sqlite')}`
    const key = await withProject(url)
    const disturb = async () => {
      for (let time = 0; time < 20; time++) {
        const pid = services[1]?.pid ?? 0
        process.kill(pid, 'SIGSTOP')
        await pause(Math.random() * 300)
        process.kill(pid, 'SIGCONT')
        await pause(Math.random() * 100)
      }
    }
    await expectAllFollowed(url, { key, urls: [url, url], lagMs: 0, disturb })
  })

  describe.skipIf(postgresMissing() !== null)('on PostgreSQL', () => {
    let server: PostgresServer
    let url: string
    let admin: Client
    beforeEach(async () => {
      server = await startPostgres()
      url = await server.createDatabase()
      admin = new Client({ connectionString: url })
      await admin.connect()
      remove = async () => {
        await admin.end().catch(() => undefined)
        await server.remove()
      }
    })

    const setStandby = async (name: string) => {
      await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
      await admin.query('SELECT pg_reload_conf()')
    }

    it('has every link, also of a commit that took half a minute', async () => {
      const key = await withProject(url)
      // Commits of the second process wait for a standby that doesn't exist: they are on disk, but not visible.
      const name = new URL(url).pathname.slice(1)
      await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = local`)
      const slow = new URL(url)
      slow.searchParams.set('options', '-c synchronous_commit=on')
      let frozen = 0
      const disturb = async () => {
        await setStandby('missing')
        await pause(28_000)
        const { rows } = await admin.query<{ n: number }>(
          `SELECT count(*)::INTEGER AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
        )
        frozen = rows[0]?.n ?? 0
        await setStandby('')
      }
      await expectAllFollowed(url, { key, urls: [url, slow.href], lagMs: 11_000, disturb })
      expect(frozen).toBeGreaterThan(0)
    })

    it('has every link, although a session is suspended in the middle of its work', async () => {
      const key = await withProject(url)
      let suspended = 0
      const disturb = async () => {
        for (let time = 0; time < 2; time++) {
          // One that is idle is suspended at the beginning of its next statement.
          const { rows } = await admin.query<{ pid: number }>(
            `SELECT pid FROM pg_stat_activity WHERE application_name = 'linkwright'
             ORDER BY backend_xid IS NULL, state <> 'active', state_change DESC LIMIT 1`,
          )
          const pid = rows[0]?.pid ?? 0
          process.kill(pid, 'SIGSTOP')
          suspended++
          await pause(13_000)
          process.kill(pid, 'SIGCONT')
        }
      }
      await expectAllFollowed(url, { key, urls: [url, url], lagMs: 11_000, disturb })
      expect(suspended).toBe(2)
    })
  })
})

async function withProject(url: string): Promise<string> {
  const store = await openStore(readDatabaseUrl('url', url))
  try {
    return (await createProject(store, 'Shared')).key
  } finally {
    await store.close()
  }
}
