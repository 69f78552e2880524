import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { createClient } from '../testService.ts'
import { locksMissing, locksOn, readers } from './readers.ts'
import { startProcess } from './serviceProcess.ts'
import type { ServiceProcess } from './serviceProcess.ts'

let folder: string
let file: string
let key: string
let service: ServiceProcess

const start = async () => (service = await startProcess({ DATABASE_URL: `sqlite://${file}` }))
const client = () => createClient(service.origin, key)
const createSome = () =>
  Promise.all(Array.from({ length: 10 }, (_, number) => client().create({ title: `Link ${number}` })))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-readers-'))
  file = join(folder, 'links.sqlite')
  const store = openSqliteStore(file)
  key = (await createProject(store, 'Read by others')).key
  await store.close()
  await start()
})
afterEach(async () => {
  await service.kill()
  await rm(folder, { recursive: true })
})

describe.each(readers)('$name that reads the database of a running service', ({ missing, count }) => {
  it.skipIf(missing !== null)(
    'no acknowledged link is lost when the service is killed while another program reads its database',
    async () => {
      const paths = await createSome()
      for (let round = 0; round < 3; round++) {
        expect(count(file, 'links')).toBe(paths.length)
        paths.push(...(await createSome()))
      }
      await service.kill()
      await start()
      for (const path of paths) expect((await client().lookup(path))['title']).toMatch(/^Link \d$/)
    },
  )
})

describe.skipIf(locksMissing() !== null)('the locks of a running service', () => {
  it('the locks of a running service stay on its database while it reads and writes', async () => {
    await createSome()
    expect(locksOn(file, service.pid)).toBeGreaterThan(0)
    expect(locksOn(`${file}-shm`, service.pid)).toBeGreaterThan(0)
  })
})
