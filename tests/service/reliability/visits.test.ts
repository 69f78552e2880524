import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { createCollectingLog, startTestService } from '../testService.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { testExactCounts } from './exactVisits.ts'
import { startProcess } from './serviceProcess.ts'
import { insertLinks, startVisits, countStoredVisits } from './visiting.ts'

testExactCounts({ visits: 1_800, links: 100 })

describe.each(engines)('visits on $name', ({ missing, start }) => {
  let databases: Databases | undefined
  beforeAll(async () => void (databases = missing === null ? await start() : undefined))
  afterAll(() => databases?.remove())

  it.skipIf(missing !== null)('written visits survive a kill of the service, and none is added', async () => {
    const url = (await databases?.create()) ?? ''
    const { store, links } = await insertLinks(url, 10)
    const service = await startProcess({ DATABASE_URL: url })
    const paths = links.map(({ path }) => path)
    const before = startVisits(service.origin, paths, 5, 500)
    await before.end
    await expect.poll(() => countStoredVisits(store, links)).toBe(500)
    const load = startVisits(service.origin, paths, 5)
    await expect.poll(() => load.results.redirected).toBeGreaterThan(100)
    const answeredCount = 500 + load.results.redirected
    // While visits continue, answered ones are written within a second.
    await expect.poll(() => countStoredVisits(store, links)).toBeGreaterThanOrEqual(answeredCount)
    await service.kill()
    const { redirected, unanswered } = await load.stop()
    const storedCount = await countStoredVisits(store, links)
    expect(storedCount).toBeGreaterThanOrEqual(answeredCount)
    // A visit whose answer was being sent may be counted.
    expect(storedCount).toBeLessThanOrEqual(500 + redirected + unanswered)
    await store.close()
  })
})

describe.skipIf(postgresMissing() !== null)('visits while PostgreSQL is away', () => {
  let server: PostgresServer
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.remove())

  it.each(['fast', 'immediate'] as const)(
    'visits during an outage are stored afterwards, each once (%s shutdown)',
    async (mode) => {
      const url = await server.createDatabase()
      const { store, links } = await insertLinks(url, 50)
      const service = await startProcess({ DATABASE_URL: url })
      const load = startVisits(
        service.origin,
        links.map(({ path }) => path),
        20,
      )
      await expect.poll(() => countStoredVisits(store, links)).toBeGreaterThan(0)
      await server.stop(mode)
      await service.logged(({ event }) => event === 'database_unavailable')
      const redirectsMore = async () => {
        const { redirected } = load.results
        await expect.poll(() => load.results.redirected).toBeGreaterThan(redirected + 50)
      }
      // Links that were opened before the outage keep redirecting.
      await redirectsMore()
      await server.start()
      await redirectsMore()
      const results = await load.stop()
      expect(results.unanswered).toBe(0)
      expect(await service.stop()).toBe(0)
      expect(await countStoredVisits(store, links)).toBe(results.redirected)
      await store.close()
    },
  )

  it('visits while PostgreSQL is away redirect for cached links, and are all stored afterwards', async () => {
    const url = await server.createDatabase()
    const { store: other, links } = await insertLinks(url, 1)
    const path = links[0]?.path ?? ''
    const log = createCollectingLog()
    const store = await openStore(readDatabaseUrl('url', url))
    const service = await startTestService({ store, log })
    // A link is cached from its second visit on. With a stopped clock, it stays cached as long as the test needs.
    for (let count = 0; count < 2; count++) expect((await service.visit(path)).status).toBe(302)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await server.stop('immediate')
    try {
      const statuses: number[] = []
      const visits = async (count: number) => {
        for (let visit = 0; visit < count; visit++) statuses.push((await service.visit(path)).status)
      }
      await visits(20)
      // An attempt to store them has failed.
      await expect.poll(() => log.entries.map(({ event }) => event)).toContain('database_unavailable')
      await visits(20)
      expect(statuses).toEqual(Array(40).fill(302))
    } finally {
      await server.start()
      clock.mockRestore()
    }
    await expect.poll(() => countStoredVisits(other, links)).toBe(42)
    expect(log.entries.filter(({ event }) => event === 'visits_lost')).toEqual([])
    await service.stop()
    await other.close()
  })
})
