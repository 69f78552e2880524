import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { createClient, readError } from '../testService.ts'
import { startLoad } from './load.ts'
import { startProcess } from './serviceProcess.ts'
import { insertLinks, startVisits } from './visiting.ts'
import { setLinkActive } from '../setLinkActive.ts'

describe.skipIf(postgresMissing() !== null)('a service whose PostgreSQL goes away', () => {
  let server: PostgresServer
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.remove())

  it.each(['fast', 'immediate'] as const)(
    'a service reports the loss of its PostgreSQL, continues when it is back, and loses nothing (%s shutdown)',
    async (mode) => {
      const url = await server.createDatabase()
      const store = await openPostgresStore(url)
      const { key } = await createProject(store, 'Outage')
      await store.close()
      const service = await startProcess({ DATABASE_URL: url })
      const { create, lookup, visit } = createClient(service.origin, key)
      const load = startLoad(service.origin, key, 50)
      await load.waitForCreates(200)

      await server.stop(mode)
      await service.logged(({ event }) => event === 'database_unavailable')
      await load.waitForRefusals(50)
      const health = await fetch(`${service.origin}/health`)
      expect(health.status).toBe(503)
      expect((await visit('unknown-path')).status).toBe(503)
      await server.start()
      await load.waitForCreates(200)

      const result = await load.stop()
      for (const refusal of result.refusals) {
        expect(refusal.headers.get('retry-after')).toMatch(/^\d+$/)
        expect(await readError(refusal)).toMatchObject({ status: 503, code: 'unavailable' })
      }
      expect(service.running()).toBe(true)
      await service.logged(({ event }) => event === 'database_available')
      expect((await lookup(await create({ title: 'After' })))['title']).toBe('After')
      for (const [path, number] of result.acknowledged) {
        expect(await lookup(path)).toMatchObject({ data: { number } })
      }
      expect(await service.stop()).toBe(0)
    },
    180_000,
  )

  const interruptions = [
    {
      name: 'a restart',
      interrupt: async () => {
        await server.stop('fast')
        await server.start()
      },
    },
    {
      name: 'a hang of ten seconds',
      interrupt: async () => {
        await server.freeze()
        await pause(10_000)
        await server.resume()
      },
    },
  ]
  it.each(interruptions)(
    'visits to links that were opened lately don’t fail during $name of their PostgreSQL',
    async ({ interrupt }) => {
      const url = await server.createDatabase()
      const { store, key, links } = await insertLinks(url, 50)
      await store.close()
      const service = await startProcess({ DATABASE_URL: url, WORKERS: '2' })
      onTestFinished(() => service.kill())
      await service.logged(({ event, pid }) => event === 'worker_started' && pid !== service.pid)
      const visits = startVisits(
        service.origin,
        links.map(({ path }) => path),
        4,
      )
      // Each process has seen each link twice.
      await expect.poll(() => visits.results.redirected).toBeGreaterThan(2_000)
      await interrupt()
      const before = visits.results.redirected
      await expect.poll(() => visits.results.redirected).toBeGreaterThan(before + 500)
      expect(await visits.stop()).toMatchObject({ refused: 0, unanswered: 0 })
      await service.logged(({ event }) => event === 'database_unavailable')
      // A change after the outage takes effect as usual.
      const [link] = links
      const again = await openPostgresStore(url)
      onTestFinished(() => again.close())
      await setLinkActive(again, link?.path ?? '', false)
      const { visit } = createClient(service.origin, key)
      await expect.poll(async () => (await visit(link?.path ?? '')).status).toBe(410)
    },
    120_000,
  )

  it('a link that wasn’t opened lately waits for its PostgreSQL at most two seconds', async () => {
    const url = await server.createDatabase()
    const { store, key, links } = await insertLinks(url, 3)
    await store.close()
    const service = await startProcess({ DATABASE_URL: url })
    onTestFinished(() => service.kill())
    const { visit } = createClient(service.origin, key)
    const [first, second] = links.map(({ path }) => path)
    await server.freeze()
    onTestFinished(() => server.resume())
    const refused = await visit(first ?? '')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    const waiting = visit(second ?? '')
    await server.resume()
    expect((await waiting).status).toBe(302)
  })
})
