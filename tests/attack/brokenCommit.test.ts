import { expect, it } from 'vitest'
import { openPostgresStore } from '../../service/store/postgres/store.ts'
import { removeFolder, startApp, temporaryFolder } from '../core/harness/app.ts'
import { createInput } from '../core/harness/profile.ts'
import { postgresMissing } from '../service/postgres/binaries.ts'
import { openBreakingProxy } from '../service/postgres/breakingProxy.ts'
import { startPostgres } from '../service/postgres/server.ts'
import { startTestService } from '../service/testService.ts'

const rounds = 30

const missing = postgresMissing()

it.skipIf(missing !== null)(
  `the app and the service agree on every link after ${rounds} connections that break after the commit${missing ? ` (${missing})` : ''}`,
  async () => {
    const server = await startPostgres()
    const proxy = await openBreakingProxy(await server.createDatabase())
    const service = await startTestService({ store: await openPostgresStore(proxy.url) })
    const folder = await temporaryFolder()
    const app = await startApp(folder)
    try {
      const profile = { name: 'Ours', baseUrl: service.origin }
      const { id: profileId } = await app.get('profiles.save', { profile, key: service.key })
      for (let round = 0; round < rounds; round++) {
        proxy.breakAfterCommit()
        const target = { profileId, environment: 'production' } as const
        // Four parallel creates share a commit or two; each uses its own key.
        await Promise.all(
          [0, 1, 2, 3].map((nth) =>
            app.get('links.create', createInput(target, { title: `${round}-${nth}` })),
          ),
        )
      }
      expect(proxy.broken()).toBe(rounds)
      const stored = await service.store.scanLinks(-1, 10_000)
      const { records } = await app.get('links.list', { limit: 200 })
      expect(records.filter(({ state }) => state !== 'created')).toEqual([])
      expect(records.map(({ path }) => path).sort()).toEqual(stored.map(({ path }) => path).sort())
      expect(new Set(stored.map(({ title }) => title)).size).toBe(rounds * 4)
    } finally {
      await app.core.close()
      await service.stop()
      await proxy.close()
      await server.remove()
      await removeFolder(folder)
    }
  },
)
