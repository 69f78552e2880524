import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject } from '../../service/keys/issue.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import { startLoad } from '../service/reliability/load.ts'
import { readers } from '../service/reliability/readers.ts'
import { startProcess } from '../service/reliability/serviceProcess.ts'

const attackMs = 12_000
const writers = 20

describe.each(readers)('with $name reading the database', ({ name, missing, count }) => {
  it.skipIf(missing !== null)(
    'links survive repeated kills of the service under load while another program reads the database',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'linkwright-attack-'))
      const file = join(folder, 'links.sqlite')
      const setup = openSqliteStore(file)
      const { key } = await createProject(setup, 'Attacked')
      await setup.close()

      const acknowledged = new Set<string>()
      const [endMs, totals] = [performance.now() + attackMs, { rounds: 0, reads: 0 }]
      do {
        const service = await startProcess({ DATABASE_URL: `sqlite://${file}` })
        const load = startLoad(service.origin, key, writers)
        for (let reads = 0; reads < 3; reads++) {
          await load.waitForCreates(1 + Math.floor(Math.random() * 4 * writers))
          count(file, 'links')
          totals.reads++
        }
        await service.kill()
        for (const path of (await load.stop()).acknowledged.keys()) acknowledged.add(path)
        totals.rounds++
      } while (performance.now() < endMs)

      const store = openSqliteStore(file)
      const stored = new Set((await store.scanLinks(-1, 1_000_000)).map(({ path }) => path))
      await store.close()
      await rm(folder, { recursive: true })
      expect([...acknowledged].filter((path) => !stored.has(path))).toEqual([])
      console.log(
        `${name}: ${totals.rounds} kills, ${totals.reads} reads, ${acknowledged.size} links, 0 lost`,
      )
    },
  )
})
