import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { libraryView } from '../../../contract/app/library/view.ts'
import { createBackupSchedule } from '../../../core/library/backupSchedule.ts'
import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createRecords } from '../../../core/library/records.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { stopLongWork } from '../../../core/library/step.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { addLinks, damagePage, replaceFirst } from '../harness/damage.ts'
import { testLibrary } from '../harness/library.ts'
import { shortenSteps } from '../harness/steps.ts'

let folder: string
let file: string
let index: string
beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'library.db')
  index = join(folder, 'library-index.db')
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

/** Opens a library and returns the results of a search. */
function findBySearch(search: string): string[] {
  const { database, ids } = testLibrary(folder)
  try {
    return ids({ search }, 200)
  } finally {
    database.sql.close()
  }
}

it('a word whose indexing failed is found by its parts once there is room again', () => {
  const { database, keep, ids } = testLibrary(folder)
  const pages = database.sql.prepare('PRAGMA derived.page_count').get()?.['page_count']
  database.sql.exec(`PRAGMA derived.max_page_count = ${Number(pages)}`)
  const id = keep({ title: 'Winterjackets', data: JSON.stringify({ text: 'x '.repeat(9_000) }) })
  expect(ids({ search: 'Winterjackets' })).toEqual([])
  database.sql.exec('PRAGMA derived.max_page_count = 100000')
  expect(ids({ search: 'terjack' })).toEqual([id])
  database.sql.close()
})

describe('indexing and backups when the app closes', () => {
  it('when the app closes, indexing is left to the next start, and changes of a whole view are rejected', async () => {
    const ids = createOlderLibrary(60)
    // Each look at the clock takes 50 ms, so that the start and each step index a few links only.
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 50))
    const { database, collection } = testLibrary(folder, { isIndexed: false })
    const view = libraryView.parse({})
    const extent = collection.extent(view)
    stopLongWork(database.sql)
    await expect(extent).rejects.toThrow('The app is ending.')
    clock.mockRestore()
    expect(database.backfill.isDone()).toBe(false)
    database.sql.close()
    expect(findBySearch('is:starred')).toEqual([])
    const { database: next } = testLibrary(folder)
    await next.backfill.finish()
    next.sql.close()
    expect(findBySearch('is:created')).toEqual(ids.toReversed())
  })

  it('when the app closes, a running copy is cancelled and leaves nothing behind; the next one is complete', async () => {
    createOlderLibrary(1)
    const { database } = testLibrary(folder)
    // More links than one batch copies.
    database.sql.exec(`INSERT INTO facts VALUES ('large', hex(zeroblob(4000000)))`)
    const copies = createBackupSchedule(database, folder)
    const ofDay = () => readdirSync(join(folder, 'backups')).filter((name) => name.includes('of-the-day'))
    const backup = copies.backUpIfDue([])
    copies.abandon()
    await backup
    expect(ofDay()).toEqual([])
    await copies.backUpAtEnd([])
    expect(ofDay()).toHaveLength(1)
    database.sql.close()
  })
})

describe('the search index', () => {
  it('the index notices a damaged entry when it is read', () => {
    const { database, keep, ids } = testLibrary(folder)
    const id = keep({ title: 'Spring' })
    database.sql.exec(`UPDATE links SET problem = '{'`)
    expect(ids({ search: 'is:damaged' })).toEqual([])
    expect(createRecords(database).get(id)?.damaged).toEqual(['problem'])
    expect(ids({ search: 'is:damaged' })).toEqual([id])
    database.sql.close()
  })

  it("the index of an older version's library exists after its first start", () => {
    const ids = createOlderLibrary(120)
    expect(findBySearch('is:created')).toEqual(ids.toReversed())
    expect(findBySearch('"title 7"')).toEqual([ids[7]])
  })

  it('the index of a large library is built step by step, newest links first', async () => {
    createOlderLibrary(2_500)
    shortenSteps()
    const { database, ids } = testLibrary(folder, { isIndexed: false })
    expect(database.backfill.isDone()).toBe(false)
    const indexed = ids({}, 200)
    expect(indexed.length).toBeLessThan(100)
    vi.restoreAllMocks()
    await database.backfill.finish()
    expect(ids({}, 200)).toHaveLength(2_500)
    const newest = new Set(ids({}, 200).slice(0, 200))
    expect(indexed.filter((id) => !newest.has(id))).toEqual([])
    expect(ids({ search: '"title 3"' })).toHaveLength(1)
    database.sql.close()
  })

  it('the index has the readable part of a damaged entry, and all other entries', () => {
    const ids = createOlderLibrary(60)
    replaceFirst(file, '{"title":"Title 7"', '["title":"Title 7"')
    expect(findBySearch('is:damaged')).toEqual([ids[7]])
    expect(findBySearch('is:created')).toHaveLength(60)
  })

  it.each<[string, () => void]>([
    ['is missing', () => rmSync(index)],
    ['is not a database', () => writeFileSync(index, 'nothing of use '.repeat(1_000))],
    ['is empty', () => writeFileSync(index, '')],
    ['has a damaged first page', () => damagePage(index, 0)],
    ['is from another version', () => runStatement(`UPDATE index_state SET version = 'other'`)],
    ['belongs to another library', () => runStatement(`UPDATE index_state SET library = 'other'`)],
    ['lacks a link', () => runStatement('DELETE FROM entries WHERE seq = (SELECT min(seq) FROM entries)')],
    ['lacks a table', () => runStatement('DROP TABLE inside')],
  ])('the index is rebuilt when its file %s', (_, damage) => {
    createOlderLibrary(60)
    expect(findBySearch('title')).toHaveLength(60)
    damage()
    expect(findBySearch('itle')).toHaveLength(60)
  })

  it('the index is rebuilt at the next start after a search found damage', () => {
    createOlderLibrary(400)
    expect(findBySearch('title')).toHaveLength(400)
    // Ids up to 10 are FTS5's own data; the others contain words.
    runStatement(`UPDATE words_data SET block = randomblob(length(block)) WHERE id > 10`)
    expect(() => findBySearch('title')).toThrow(/malformed|corruption/)
    expect(findBySearch('title')).toHaveLength(400)
  })

  it.each([
    ['a missing record', 'zeroblob(length(block))'],
    ['random bytes', 'randomblob(length(block))'],
    ['an impossible size', `unhex('0101010101010101' || replace(hex(zeroblob(100)), '00', 'FF'))`],
  ])(
    'an index damaged by %s does not prevent saving links, and is rebuilt at the next start',
    async (_, block) => {
      createOlderLibrary(400)
      expect(findBySearch('title')).toHaveLength(400)
      runStatement(`UPDATE words_data SET block = ${block}`)
      const library = testLibrary(folder)
      const saved = library.keep({ title: 'Summer' })
      expect(createRecords(library.database).get(saved)).toMatchObject({ state: 'created' })
      await library.database.backfill.finish()
      library.database.sql.close()
      expect(findBySearch('summer')).toEqual([saved])
      expect(findBySearch('title')).toHaveLength(400)
    },
  )

  it('the next start after damage was found in the index logs it once', async () => {
    createOlderLibrary(400)
    expect(findBySearch('title')).toHaveLength(400)
    runStatement(`UPDATE words_data SET block = randomblob(length(block)) WHERE id > 10`)
    expect(() => findBySearch('title')).toThrow(/malformed|corruption/)
    for (let start = 0; start < 2; start++) await (await startApp(folder)).core.close()
    const log = readFileSync(join(folder, 'errors.log'), 'utf8')
    expect(log).toMatch(
      /^{"time":"[^"]+","call":"library.index","error":"Error: Error: [^"]*(malformed|corruption).*}\n$/,
    )
  })

  it('the index catches up with changes that were made while its file was lost', () => {
    const library = testLibrary(folder)
    library.keep({ title: 'first' })
    library.database.sql.close()
    cpSync(index, `${index}.old`)
    const reopened = testLibrary(folder)
    const second = reopened.keep({ title: 'second' })
    reopened.database.sql.close()
    cpSync(`${index}.old`, index)
    expect(findBySearch('second')).toEqual([second])
  })

  it('the index is not reused for a library that was replaced by an older copy', () => {
    const library = testLibrary(folder)
    library.keep({ title: 'first' })
    library.database.sql.close()
    cpSync(file, `${file}.old`)
    const reopened = testLibrary(folder)
    reopened.keep({ title: 'second' })
    reopened.database.sql.close()
    cpSync(`${file}.old`, file)
    expect(findBySearch('second')).toEqual([])
    expect(findBySearch('first')).toHaveLength(1)
  })

  it("the index of a newer version's library can be searched, and nothing is written beside it", async () => {
    const newer = [...migrations, 'ALTER TABLE links ADD COLUMN later TEXT']
    const { sql } = openLibrary(folder, createNotices(), newer)
    addLinks(sql, 30)
    sql.close()
    rmSync(index)
    const app = await startApp(folder)
    const { rows } = await app.get('library.search', { view: { search: 'title' } })
    expect(rows).toHaveLength(30)
    const which = { ids: rows.map(({ id }) => id) }
    expect(await app.problem('library.mark', { which, change: {} })).toEqual({ code: 'library_newer' })
    expect(await app.problem('library.remove', { which })).toEqual({ code: 'library_newer' })
    await app.core.close()
    expect(statSync(index, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('the index includes the links of a restored backup', async () => {
    createOlderLibrary(40)
    const first = await startApp(folder)
    await first.core.close()
    rmSync(file)
    const app = await startApp(folder)
    const { notices } = await app.get('app.state', {})
    await app.get('backups.restore', { backup: notices[0]?.backup?.name ?? '' })
    expect((await app.get('library.search', { view: { search: 'title' }, limit: 200 })).rows).toHaveLength(40)
    await app.core.close()
  })
})

function runStatement(statement: string): void {
  const sql = new DatabaseSync(index, { defensive: false })
  sql.exec(statement)
  sql.close()
}
