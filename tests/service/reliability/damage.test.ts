import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { createClient, readError } from '../testService.ts'
import { leaves, noise, overwritePage, pageBytes, truncateFile, writeLogToFile, zeros } from './damage.ts'
import { startProcess } from './serviceProcess.ts'
import type { ServiceProcess } from './serviceProcess.ts'

const links = 60
const body = (number: number) => ({
  title: `Link ${number}`,
  data: JSON.stringify({ filling: 'x'.repeat(1_000) }),
  desktop_custom_redirect: { url: `https://example.com/${number}` },
})

let folder: string
let file: string
let key: string
let service: ServiceProcess
let paths: string[]

const start = async () => (service = await startProcess({ DATABASE_URL: `sqlite://${file}` }))
const client = () => createClient(service.origin, key)
const health = async () => {
  const response = await fetch(`${service.origin}/health`)
  return [response.status, ((await response.json()) as { status?: string }).status]
}
/** Visits every link once. Returns the paths that answered 503. */
const visitAll = async () => {
  const lostPaths: string[] = []
  for (const path of paths) {
    const { status } = await client().visit(path)
    expect([302, 503]).toContain(status)
    if (status === 503) lostPaths.push(path)
  }
  return lostPaths
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-damage-'))
  file = join(folder, 'links.sqlite')
  const store = openSqliteStore(file)
  key = (await createProject(store, 'Damaged')).key
  await store.close()
  await start()
  paths = []
  for (let number = 0; number < links; number++) paths.push(await client().create(body(number)))
})
afterEach(async () => {
  await service.kill()
  await rm(folder, { recursive: true })
})

describe('one damaged page of the database', () => {
  it.each([
    ['zeros', () => zeros],
    ['noise', noise],
  ])('one damaged page of %s answers 503 only for its own links, even after a restart', async (_, bytes) => {
    const pages = leaves(file, 'links')
    overwritePage(file, pages[Math.floor(pages.length / 2)] ?? 0, bytes())

    const lostPaths = await visitAll()
    expect(lostPaths.length).toBeGreaterThan(0)
    expect(lostPaths.length).toBeLessThanOrEqual(4)
    expect(await service.logged(({ event }) => event === 'database_damaged')).toMatchObject({
      level: 'error',
      request: expect.any(String) as string,
      error: expect.stringMatching(/malformed \(SQLite \d+\)/) as string,
    })
    expect(await health()).toEqual([200, 'degraded'])
    const lookup = await client().ask(`/link/${lostPaths[0]}`)
    expect(await readError(lookup)).toMatchObject({ status: 503, code: 'unavailable' })
    paths.push(await client().create(body(links)))

    await service.stop()
    await start()
    expect(await visitAll()).toEqual(lostPaths)
    expect(await health()).toEqual([200, 'degraded'])
    expect(service.running()).toBe(true)
  })

  it('one damaged page of the index of paths affects only the links whose paths it contains', async () => {
    const [page = 0] = leaves(file, 'sqlite_autoindex_links_1')
    overwritePage(file, page, noise())
    const lostPaths = await visitAll()
    expect(lostPaths.length).toBeGreaterThan(0)
    expect(await health()).toEqual([200, 'degraded'])
  })

  it('one damaged page with the keys makes calls answer 503; visits still work', async () => {
    await service.stop()
    const page =
      writeLogToFile(file).find(({ name }) => name === 'sqlite_autoindex_project_keys_1')?.page ?? 0
    overwritePage(file, page, noise())
    await start()
    expect(await readError(await client().post(body(0)))).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await visitAll()).toEqual([])
  })

  it('one damaged page with the projects makes /health answer 503; visits still work', async () => {
    await service.stop()
    const page = writeLogToFile(file).find(({ name }) => name === 'sqlite_autoindex_projects_1')?.page ?? 0
    overwritePage(file, page, noise())
    await start()
    expect((await fetch(`${service.origin}/health`)).status).toBe(503)
    expect(await visitAll()).toEqual([])
  })
})

describe('a database that is truncated while in use', () => {
  it('a database that is truncated while in use answers 503 for the links that were cut off, even after a restart', async () => {
    writeLogToFile(file)
    const { size } = await stat(file)
    truncateFile(file, Math.ceil(size / pageBytes / 2) * pageBytes)
    const lostPaths = await visitAll()
    expect(lostPaths.length).toBeGreaterThan(0)
    expect(await health()).toEqual([200, 'degraded'])
    await service.stop()
    await start()
    // Visits that were counted since may have made the file longer again, so only a lost link reveals the gap.
    expect(await visitAll()).toEqual(lostPaths)
    expect(await health()).toEqual([200, 'degraded'])
    // The end of the table was cut off, where the next link would be stored.
    expect(await readError(await client().post(body(0)))).toMatchObject({ status: 503, code: 'unavailable' })
    expect(service.running()).toBe(true)
  })

  it('a database truncated to nothing does not end the service, which never deletes the remaining log', async () => {
    writeLogToFile(file)
    await client().create(body(links))
    truncateFile(file, 0)
    for (const path of paths) expect([302, 404, 503]).toContain((await client().visit(path)).status)
    expect(service.running()).toBe(true)
    await service.kill()
    const log = await readFile(`${file}-wal`)
    expect(log.length).toBeGreaterThan(0)
    await expect(start()).rejects.toThrow(/is empty or missing, but its log .*-wal exists/)
    expect(await readFile(`${file}-wal`)).toEqual(log)
  })
})
