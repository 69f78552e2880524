import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'
import { testLibrary } from '../harness/library.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'library.db')
})
afterEach(() => removeFolder(folder))

/** Creates a library with this many links, as it was before links could be searched. */
function createOlderLibrary(count: number): string[] {
  const schemaVersion = migrations.findIndex((step) => step.includes('removed_links'))
  const { sql } = openLibrary(folder, createNotices(), migrations.slice(0, schemaVersion))
  const ids = addLinks(sql, count)
  sql.close()
  return ids
}

describe('the search index', () => {
  it('the index blocks nothing while it is built: the app answers, and says that results are incomplete', async () => {
    createOlderLibrary(4_000)
    const app = await startApp(folder)
    const early = await app.get('library.search', { view: {} })
    expect(early).toMatchObject({ partial: true })
    expect((await app.get('links.list', {})).total).toBe(4_000)
    // A change of all links in a view reaches all of them.
    expect(await app.get('library.mark', { which: { view: {} }, change: { starred: true } })).toEqual({
      links: 4_000,
    })
    expect(await app.get('library.search', { view: { starred: true } })).toMatchObject({ partial: false })
    await app.core.close()
  })
})

describe('a start that is killed', () => {
  const opener = fileURLToPath(new URL('../harness/opener.ts', import.meta.url))

  it('a start that is killed repeatedly during an update loses no link and finally finds all of them', async () => {
    const ids = createOlderLibrary(2_300)
    for (let round = 0; round < 4; round++) {
      const child = fork(opener, [folder], { stdio: 'ignore', execArgv: [] })
      await Promise.race([once(child, 'message'), once(child, 'exit')])
      // Each round gets a little further.
      for (let step = 0; step < round && child.connected; step++) {
        await Promise.race([once(child, 'message'), once(child, 'exit')])
      }
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
      child.kill('SIGKILL')
      await exited
      const sql = new DatabaseSync(file, { readOnly: true })
      expect(sql.prepare('SELECT count(*) AS links FROM links').get()).toEqual({ links: ids.length })
      sql.close()
    }
    const { database, ids: shown } = testLibrary(folder)
    await database.backfill.finish()
    expect(shown({ search: 'title' }, 200).toSorted()).toEqual(ids.toSorted())
    database.sql.close()
  })
})
