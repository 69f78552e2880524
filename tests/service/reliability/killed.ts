import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import type { DatabaseSetting } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { LinkRow } from '../../../service/store/links/links.ts'
import { createClient } from '../testService.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { createBody, startLoad } from './load.ts'
import { startProcess } from './serviceProcess.ts'

const writers = 50

/** Kills a service this many times on each engine while it creates links. Acknowledged links must be stored. */
export function testKilledService(rounds: number): void {
  describe.each(engines)('a service on $name that is killed while it creates links', ({ missing, start }) => {
    let databases: Databases | undefined
    beforeAll(async () => {
      if (missing === null) databases = await start()
    })
    afterAll(() => databases?.remove())

    it.skipIf(missing !== null)(
      `a service killed while it creates links has every acknowledged link and no partial one (${rounds} rounds)`,
      async () => {
        const url = (await databases?.create()) ?? ''
        const openDatabase = () => openStore(readDatabaseUrl('url', url))
        const setup = await openDatabase()
        const { key } = await createProject(setup, 'Killed')
        await setup.close()

        const acknowledged = new Map<string, number>()
        let lastRound = new Map<string, number>()
        for (let round = 0; round < rounds; round++) {
          const service = await startProcess({ DATABASE_URL: url })
          await expectLinks(createClient(service.origin, key).lookup, lastRound)
          const load = startLoad(service.origin, key, writers)
          await load.waitForCreates(1 + Math.floor(Math.random() * 4 * writers))
          await service.kill()
          lastRound = (await load.stop()).acknowledged
          for (const [path, number] of lastRound) acknowledged.set(path, number)
        }

        expectIntact(readDatabaseUrl('url', url))
        const store = await openDatabase()
        const storedLinks = await store.scanLinks(-1, 1_000_000)
        await store.close()
        for (const link of storedLinks) expectComplete(link)
        const paths = new Set(storedLinks.map(({ path }) => path))
        expect([...acknowledged.keys()].filter((path) => !paths.has(path))).toEqual([])
        expect(acknowledged.size).toBeGreaterThan(rounds)
      },
      120_000,
    )
  })
}

/** SQLite's own check; PostgreSQL was running all the time. */
function expectIntact(setting: DatabaseSetting) {
  if (setting.engine !== 'sqlite') return
  const database = new DatabaseSync(setting.file, { readOnly: true })
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
}

/** After the restart, every link of the previous round is there with its content. */
async function expectLinks(lookup: ReturnType<typeof createClient>['lookup'], links: Map<string, number>) {
  await Promise.all(
    [...links].map(async ([path, number]) => {
      expect(await lookup(path)).toMatchObject({
        title: `Link ${number}`,
        data: { number },
        tags: [String(number)],
      })
    }),
  )
}

/** A row contains one complete create, whether it was acknowledged or not. */
function expectComplete({ title, data, tags, desktop }: LinkRow) {
  const body = createBody(Number(title.slice('Link '.length)))
  expect({ title, data, tags, desktop }).toEqual({
    title: body.title,
    data: body.data,
    tags: body.tags,
    desktop: body.desktop_custom_redirect,
  })
}
