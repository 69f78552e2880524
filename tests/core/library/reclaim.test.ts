import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

it('a library shrinks after a removal', async () => {
  const { sql, reclaim } = openLibrary(folder, createNotices())
  addLinks(sql, 8_000)
  sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const file = join(folder, 'library.db')
  const { size } = statSync(file)
  sql.exec('DELETE FROM links')
  reclaim.begin()
  await reclaim.idle()
  sql.close()
  expect(statSync(file).size).toBeLessThan(size / 2)
})
