import { randomInt } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProject } from '../../service/keys/issue.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import { createClient } from '../service/testService.ts'
import { createBody } from '../service/reliability/load.ts'
import { noise, overwritePage, pageBytes, writeLogToFile } from '../service/reliability/damage.ts'
import { startProcess } from '../service/reliability/serviceProcess.ts'

const attackMs = 15_000
const askers = 10

it('database pages overwritten at random under load break only the data on them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-attack-'))
  const file = join(folder, 'links.sqlite')
  const setup = openSqliteStore(file)
  const { key } = await createProject(setup, 'Damaged')
  await setup.close()
  const service = await startProcess({ DATABASE_URL: `sqlite://${file}` })
  const { create, post, visit, ask } = createClient(service.origin, key)
  const paths: string[] = []
  for (let number = 0; number < 400; number++) paths.push(await create(createBody(number)))
  writeLogToFile(file)

  const statuses = new Map<number, number>()
  const until = performance.now() + attackMs
  async function requestUntilStopped(): Promise<void> {
    while (performance.now() < until) {
      const path = paths[randomInt(paths.length)] ?? ''
      const kind = randomInt(4)
      const response = await (kind === 0
        ? post(createBody(1))
        : kind === 1
          ? ask(`/link/${path}`)
          : visit(path))
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  const asking = Promise.all(Array.from({ length: askers }, requestUntilStopped))
  let damagedCount = 0
  while (performance.now() < until) {
    // The first page is the header. Without it there is no database.
    const pages = Math.floor((await stat(file)).size / pageBytes)
    overwritePage(file, randomInt(2, pages + 1), noise())
    damagedCount++
    await (await fetch(`${service.origin}/health`)).arrayBuffer()
  }
  await asking
  expect(service.running()).toBe(true)
  const unexpectedStatuses = [...statuses.keys()].filter((status) => ![200, 302, 404, 503].includes(status))
  expect(unexpectedStatuses).toEqual([])
  expect(await service.stop()).toBe(0)
  await rm(folder, { recursive: true })
  console.log(`${damagedCount} pages overwritten; answers: ${JSON.stringify(Object.fromEntries(statuses))}`)
})
