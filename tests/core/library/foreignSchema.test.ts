import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeBackup, listBackups, latestBackup } from '../../../core/library/backup.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createRestores } from '../../../core/library/restores.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
  const { sql } = openLibrary(folder, createNotices())
  addLinks(sql, 3)
  writeBackup(sql, join(folder, 'backups'), 'library-v1')
  sql.close()
})
afterEach(() => removeFolder(folder))

const endless = 'WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n'

function change(file: string, statements: string): void {
  const sql = new DatabaseSync(join(folder, file))
  sql.exec(statements)
  sql.close()
}

it.each([
  ['a view in place of a table', `DROP TABLE links; CREATE VIEW links AS ${endless}`],
  ['a view beside its tables', `CREATE VIEW more AS ${endless}`],
  ['a foreign trigger', 'CREATE TRIGGER more AFTER INSERT ON links BEGIN DELETE FROM drafts; END'],
])('a copy with %s can’t be read', async (_what, statements) => {
  const [name = ''] = listBackups(join(folder, 'backups'))
  expect(latestBackup(folder)).toMatchObject({ name, links: 3 })
  change(join('backups', name), statements)
  expect(latestBackup(folder)).toBeUndefined()
  const database = openLibrary(folder, createNotices())
  const restores = createRestores(database, folder)
  expect(await restores.list()).toMatchObject([{ name, links: null, adds: null }])
  expect([await restores.preview(name), await restores.begin(name)]).toEqual([null, null])
  database.sql.close()
})

it('a library with a view in place of a table is set aside, and its links are kept', () => {
  change('library.db', `DROP TABLE drafts; CREATE VIEW drafts AS ${endless}`)
  const notices = createNotices()
  const { sql } = openLibrary(folder, notices)
  expect(sql.prepare('SELECT count(*) AS links FROM links').get()).toMatchObject({ links: 3 })
  sql.close()
  expect(notices.list()).toMatchObject([{ title: 'The library couldn’t be read' }])
})

it('an index with a view in place of a table is rebuilt', () => {
  change('library-index.db', `DROP TABLE vocabulary; CREATE VIEW vocabulary AS ${endless}`)
  const { sql } = openLibrary(folder, createNotices())
  const found = sql.prepare(`SELECT type FROM derived.sqlite_schema WHERE name = 'vocabulary'`).get()
  expect(found).toMatchObject({ type: 'table' })
  sql.close()
})
