import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresMissing } from '../postgres/binaries.ts'
import { sharePostgres } from '../postgres/shared.ts'
import type { SharedPostgres } from '../postgres/shared.ts'
import { visitAll } from './pipelined.ts'
import { startProcess } from './serviceProcess.ts'
import { insertLinks, countStoredVisits } from './visiting.ts'

/**
 * Makes this many visits to several processes on one database, which are restarted meanwhile, and expects the exact
 * sum.
 */
export function testExactCounts(size: { visits: number; links: number }): void {
  describe.skipIf(postgresMissing() !== null)('visits in three processes on PostgreSQL', () => {
    let server: SharedPostgres
    beforeAll(async () => void (server = await sharePostgres()))
    afterAll(() => server.remove())

    it(`visits in three processes on PostgreSQL are counted to the last one after a SIGTERM (${size.visits} of ${size.links} links)`, async () => {
      const url = await server.createDatabase()
      const { store, links } = await insertLinks(url, size.links)
      const paths = links.map(({ path }) => path)
      const visits = size.visits / 6
      let redirected = 0
      for (let run = 0; run < 2; run++) {
        const services = await Promise.all(
          Array.from({ length: 3 }, () => startProcess({ DATABASE_URL: url })),
        )
        const counts = await Promise.all(
          services.map(({ origin }) => visitAll(origin, paths, { visits, connections: 17 })),
        )
        expect(counts).toEqual([visits, visits, visits])
        redirected += 3 * visits
        expect(await Promise.all(services.map(({ stop }) => stop()))).toEqual([0, 0, 0])
      }
      expect(await countStoredVisits(store, links)).toBe(redirected)
      const [link] = links
      const day = await store.visits.findReferrers(link?.id ?? 0, 0, Number.MAX_SAFE_INTEGER)
      expect(day.reduce((sum, { visits }) => sum + visits, 0)).toBe(redirected / size.links)
      await store.close()
    })
  })
}
