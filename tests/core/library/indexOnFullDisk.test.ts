import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { libraryView } from '../../../contract/app/library/view.ts'
import { createRecords } from '../../../core/library/records.ts'
import { testLibrary } from '../harness/library.ts'
import { createLimitedDisk, findMountObstacle } from '../../hosts/limitedDisk.ts'

const reason = findMountObstacle()

test.skipIf(reason !== null)(
  `a link is saved or refused as a whole if only the library's log still has room${reason ? ` (${reason})` : ''}`,
  async () => {
    const disk = createLimitedDisk(20)
    const folder = join(disk.folder, 'data')
    mkdirSync(folder)
    const { database, collection, ids, keep } = testLibrary(folder)
    const records = createRecords(database)
    for (let count = 0; count < 20; count++) keep({ title: 'x'.repeat(100) })
    ids()
    // The next changes of the library overwrite its log, while the log of the index has to grow.
    database.sql.exec('PRAGMA main.wal_checkpoint(RESTART); PRAGMA derived.wal_checkpoint(TRUNCATE)')
    disk.fill(0)
    const saved = ['a', 'b', 'c'].filter((id) => {
      const intent = { profileId: 'p', profileName: 'P', environment: 'production' } as const
      const createdAt = new Date().toISOString()
      try {
        records.begin({ ...intent, id, request: { title: id }, promotedFrom: null, createdAt })
        return true
      } catch {
        return false
      }
    })
    expect(['a', 'b', 'c'].filter((id) => records.get(id) !== null)).toEqual(saved)
    expect(saved).not.toEqual([])
    const view = libraryView.parse({})
    expect(await collection.count({ view })).toEqual({ total: 20, atLeast: true })
    rmSync(join(disk.folder, 'filling'))
    // Links are indexed between the steps of other work.
    await expect.poll(() => collection.count({ view })).toEqual({ total: 20 + saved.length, atLeast: false })
    database.sql.close()
    disk.remove()
  },
)
