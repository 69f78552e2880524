import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { sqliteMigrations as migrations } from '../../../service/store/migrations/all.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { createOlderSchema, insertOlderRows, readSchema, runSql } from '../store/olderSchema.ts'
import { startProcess } from './serviceProcess.ts'
import { createClient } from '../testService.ts'

/** The schema of the release before own paths, daily limits of changes and erased links. */
const olderSchema = 11
const child = join(import.meta.dirname, 'upgradeUntilStep.ts')

describe.each(engines)('an upgrade on $name that is killed', ({ missing, start }) => {
  let databases: Databases
  if (missing !== null) {
    it.skip(`is not tested: ${missing}`)
    return
  }
  beforeAll(async () => void (databases = await start()))
  afterAll(() => databases.remove())

  it('before any of its statements is completed by the next start, with all links and for own paths', async () => {
    const reached = new Set<number>()
    for (let step = 0; ; step++) {
      const url = await databases.create()
      await createOlderSchema(url, olderSchema)
      await runSql(url, insertOlderRows)
      const { signal, status, stderr } = spawnSync(process.execPath, [child, url, String(step)], {
        encoding: 'utf8',
      })
      expect([step, signal ?? status, signal ? '' : stderr]).toEqual([step, signal ? 'SIGKILL' : 0, ''])
      reached.add(await readSchema(url))
      const store = await openStore(readDatabaseUrl('url', url))
      expect(await store.findLink('spring')).toMatchObject({ title: 'Spring', project: 'prj_1' })
      expect(await store.ownPaths.find({ project: 'prj_1', environment: 'production' }, 'any')).toBeNull()
      await store.close()
      expect(await readSchema(url)).toBe(migrations.length)
      if (signal === null) break
    }
    // Killed before, and at or after the end; PostgreSQL is also killed between two migrations.
    expect(reached.size).toBeGreaterThan(1)
  })

  it('is completed while the service starts, which then creates links with own paths', async () => {
    const url = await databases.create()
    await createOlderSchema(url, olderSchema)
    await runSql(url, insertOlderRows)
    spawnSync(process.execPath, [child, url, '5'])
    const service = await startProcess({ DATABASE_URL: url })
    try {
      const store = await openStore(readDatabaseUrl('url', url))
      const { key } = await createProject(store, 'New')
      await store.close()
      const { post, visit } = createClient(service.origin, key)
      expect(
        (await post({ path: 'Sale', desktop_custom_redirect: { url: 'https://shop.example/' } })).status,
      ).toBe(200)
      expect((await visit('sale')).headers.get('location')).toBe('https://shop.example/')
      expect((await visit('spring')).headers.get('location')).toBe('https://example.com/')
    } finally {
      await service.kill()
    }
  })
})
