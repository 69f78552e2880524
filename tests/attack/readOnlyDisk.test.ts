import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallOutput } from '../../contract/app/calls/calls.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { createProject } from '../../service/keys/issue.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import { startCallProcess } from '../core/harness/callProcess.ts'
import { createInput } from '../core/harness/profile.ts'
import { startStoringService } from '../core/harness/storingService.ts'
import { startLoad } from '../service/reliability/load.ts'
import { startProcess } from '../service/reliability/serviceProcess.ts'
import { createClient, readError } from '../service/testService.ts'
import { failingDiskMissing, mountFailingDisk } from './failingDisk.ts'
import type { FailingDisk } from './failingDisk.ts'

const missing = failingDiskMissing()

describe.skipIf(missing !== null)(`a disk that turns read-only${missing ? ` (${missing})` : ''}`, () => {
  let disk: FailingDisk
  let folder: string
  beforeEach(() => {
    disk = mountFailingDisk()
    folder = join(disk.folder, 'data')
    mkdirSync(folder, { mode: 0o700 })
  })
  afterEach(() => disk.remove())

  it('a service on a disk that turns read-only answers 503 with a named event, and has every acknowledged link after a repair', async () => {
    const store = openSqliteStore(join(folder, 'links.sqlite'))
    const { key } = await createProject(store, 'Read-only')
    await store.close()
    const service = await startProcess({ LINKWRIGHT_DATA: folder })
    const load = startLoad(service.origin, key, 20)
    await load.waitForCreates(300)
    disk.turnReadOnly()
    await service.logged(({ event }) => event === 'database_unavailable')
    await load.waitForRefusals(50)
    const { acknowledged, refusals } = await load.stop()
    for (const refusal of refusals)
      expect(await readError(refusal)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(service.running()).toBe(true)
    await service.stop()
    disk.repair()

    const restarted = await startProcess({ LINKWRIGHT_DATA: folder })
    const { create, lookup } = createClient(restarted.origin, key)
    for (const [path, number] of acknowledged) expect(await lookup(path)).toMatchObject({ data: { number } })
    expect(await create({ title: 'After' })).toMatch(/./)
    expect(await restarted.stop()).toBe(0)
  })

  it('an app on a disk that turns read-only reports a problem, sends no create without its record, and has every shown link after a repair', async () => {
    const server = await startStoringService()
    const cache = join(disk.folder, '..', 'cache')
    const app = await startCallProcess(folder, cache)
    const profile = { name: 'Test', baseUrl: server.origin }
    const saved = (await app.call('profiles.save', { profile, key: 'a-key-of-tests' })) as Result<{
      id: string
    }>
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem))
    const target = { profileId: saved.value.id, environment: 'development' } as const
    const create = async (title: string) =>
      (await app.call('links.create', createInput(target, { title }))) as Result<CallOutput<'links.create'>>
    const shown: string[] = []
    for (let count = 0; count < 20; count++) {
      const created = await create(`Link ${count}`)
      if (created.ok) shown.push(created.value.id)
    }
    expect(shown).toHaveLength(20)
    disk.turnReadOnly()
    for (let count = 0; count < 5; count++)
      expect(await create('Refused')).toMatchObject({ ok: false, problem: { code: 'storage_failed' } })
    expect(server.stored).toHaveLength(20)
    await app.kill()
    disk.repair()

    const restarted = await startCallProcess(folder, cache)
    for (const id of shown)
      expect(await restarted.call('links.get', { id })).toMatchObject({
        ok: true,
        value: { state: 'created' },
      })
    await restarted.kill()
    await server.stop()
  })
})
