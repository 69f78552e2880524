import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { createClient, readError } from '../testService.ts'
import { startLoad } from './load.ts'
import { startProcess } from './serviceProcess.ts'

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
    60_000,
  )
})
