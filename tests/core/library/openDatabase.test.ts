import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { writeBackup, listBackups } from '../../../core/library/backup.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

const insert = `INSERT INTO links (id, state, profile_id, profile_name, environment, created_at)
  VALUES ('old', 'created', 'p', 'P', 'production', '2026-01-01T00:00:00.000Z')`

describe('the library', () => {
  it('only the user can read the library and the files beside it', async () => {
    const app = await startApp(folder)
    for (const name of ['library.db', 'library.db-wal', 'instance.json']) {
      expect({ name, mode: (await stat(join(folder, name))).mode & 0o077 }).toEqual({ name, mode: 0 })
    }
    await app.core.close()
  })

  it('the library waits for the disk at every commit', () => {
    const { sql } = openLibrary(folder, createNotices())
    expect(sql.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    expect(sql.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 })
    sql.close()
  })

  it('the library is copied before it is migrated', async () => {
    const { sql } = openLibrary(folder, createNotices())
    sql.exec(insert)
    sql.close()
    const next = [...migrations, 'ALTER TABLE links ADD COLUMN later TEXT']
    const { sql: updated } = openLibrary(folder, createNotices(), next)
    expect(updated.prepare('SELECT id, later FROM links').get()).toMatchObject({ id: 'old', later: null })
    updated.close()
    const [name = ''] = listBackups(join(folder, 'backups'))
    const copy = new DatabaseSync(join(folder, 'backups', name), { readOnly: true })
    expect(copy.prepare('SELECT id FROM links').get()).toMatchObject({ id: 'old' })
    expect(copy.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: migrations.length })
    copy.close()
    expect((await stat(join(folder, 'backups', name))).mode & 0o777).toBe(0o600)
  })

  it('the library is left unchanged when an update fails', () => {
    openLibrary(folder, createNotices()).sql.close()
    const broken = [...migrations, 'ALTER TABLE links ADD COLUMN later TEXT; SELECT * FROM nowhere']
    expect(() => openLibrary(folder, createNotices(), broken)).toThrow(/nowhere/)
    const { sql } = openLibrary(folder, createNotices())
    expect(
      sql
        .prepare('PRAGMA table_info(links)')
        .all()
        .map((column) => column['name']),
    ).not.toContain('later')
    sql.close()
  })

  it('the library keeps the five latest copies', async () => {
    const { sql } = openLibrary(folder, createNotices())
    const copies = join(folder, 'backups')
    const names: string[] = []
    for (let count = 0; count < 7; count++) names.push(writeBackup(sql, copies, `library-v${count}`))
    expect((await readdir(copies)).sort()).toEqual(names.sort().slice(2))
    sql.close()
  })

  it.each([
    ['is not a database', 'not a database at all, but long enough to have been one'.repeat(50)],
    ['is truncated', null],
  ])('the library starts over when its file %s, which is set aside and reported', async (_, text) => {
    const file = join(folder, 'library.db')
    if (text === null) {
      const { sql } = openLibrary(folder, createNotices())
      sql.exec(insert)
      sql.close()
      const rollbackSql = new DatabaseSync(file)
      rollbackSql.exec('PRAGMA journal_mode = DELETE')
      rollbackSql.close()
      await writeFile(file, (await readFile(file)).subarray(0, 5_000))
    } else await writeFile(file, text)
    const app = await startApp(folder)
    const { notices } = await app.get('app.state', {})
    expect(notices.map(({ title }) => title)).toEqual(['The library couldn’t be read'])
    const quarantinedFile =
      (await readdir(folder)).find((name) => /^library\.damaged-.*\.db$/.test(name)) ?? 'none'
    expect(notices[0]?.text).toContain(quarantinedFile)
    expect(await app.get('links.list', {})).toMatchObject({ records: [], total: 0 })
    await app.core.close()
  })

  it('the library from a newer version can be read but not written', async () => {
    const { sql } = openLibrary(folder, createNotices(), [
      ...migrations,
      'ALTER TABLE links ADD COLUMN later TEXT',
    ])
    sql.exec(insert)
    sql.close()
    const app = await startApp(folder)
    expect((await app.get('app.state', {})).notices[0]?.title).toBe('The library is from a newer version')
    expect((await app.get('links.list', {})).total).toBe(1)
    expect(await app.problem('drafts.save', { id: 'd', form: {} })).toEqual({ code: 'library_newer' })
    await app.core.close()
    expect(await readdir(folder)).not.toContain('backups')
  })
})
