import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mountSmallDisk, smallDiskMissing } from '../../../service/reliability/disk.ts'
import { idsOf, startChangeBench } from './harness.ts'

it.skipIf(smallDiskMissing() !== null)(
  'on a full disk, a dry run isn’t started and leaves nothing behind, and the same call works once there is space',
  async () => {
    const disk = mountSmallDisk(40)
    const ownFolder = join(disk.folder, 'data')
    mkdirSync(ownFolder, { mode: 0o700 })
    const bench = await startChangeBench(ownFolder)
    const links = await bench.createLinks(20)
    const change = { address: `https://example.com/${'n'.repeat(1_500)}` }
    const source = { kind: 'same' as const, which: { ids: idsOf(links) }, change }
    const id = randomUUID()
    const input = { id, ...bench.target, source }

    disk.fill()
    expect(await bench.app.problem('runs.prepare', input)).toMatchObject({ code: 'storage_failed' })
    expect((await bench.app.get('runs.list', { kind: 'change' })).runs).toEqual([])
    disk.free()
    expect(await bench.app.get('runs.prepare', input)).toMatchObject({ counts: { ready: 20 } })
    await bench.stop()
    disk.remove()
  },
)
