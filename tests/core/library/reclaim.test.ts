import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pragma } from '../../../core/folder/identity.ts'
import { libraryIdentity } from '../../../core/library/identity.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { rewriteShrinkable } from '../../../core/library/reclaim.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'

const [unshrinkable, incremental] = [0, 2]

let folder: string
let file: string
beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'library.db')
})
afterEach(() => removeFolder(folder))

/** Creates a library as the previous schema left it: its file never shrinks. */
function makeOlderLibrary(links: number): string[] {
  const sql = new DatabaseSync(file)
  sql.exec('PRAGMA journal_mode = WAL')
  const steps = migrations.slice(0, -1)
  for (const step of steps) sql.exec(step)
  sql.exec(`PRAGMA user_version = ${steps.length}; PRAGMA application_id = ${libraryIdentity.applicationId}`)
  const ids = addLinks(sql, links)
  expect(pragma(sql, 'auto_vacuum')).toBe(unshrinkable)
  sql.close()
  return ids
}

/** Reads the file through its own connection. */
function inspect() {
  const sql = new DatabaseSync(file)
  const ids = sql.prepare('SELECT id FROM links ORDER BY created_at').all()
  const found = {
    ids: ids.map(({ id }) => id),
    autoVacuum: pragma(sql, 'auto_vacuum'),
    integrity: sql.prepare('PRAGMA integrity_check').all(),
  }
  sql.close()
  return found
}

describe('a library of an earlier version', () => {
  it('a library of an earlier version is made shrinkable at the start, and shrinks after a removal', async () => {
    const ids = makeOlderLibrary(8_000)
    const database = openLibrary(folder, createNotices())
    expect(inspect()).toEqual({ ids, autoVacuum: incremental, integrity: [{ integrity_check: 'ok' }] })
    const size = statSync(file).size
    database.sql.exec('DELETE FROM links')
    database.reclaim.begin()
    await database.reclaim.idle()
    database.sql.close()
    expect(statSync(file).size).toBeLessThan(size / 2)
  })

  it('a large library of an earlier version is left unchanged', () => {
    const ids = makeOlderLibrary(300)
    const sql = new DatabaseSync(file)
    rewriteShrinkable(sql, 100_000)
    expect(inspect()).toEqual({ ids, autoVacuum: unshrinkable, integrity: [{ integrity_check: 'ok' }] })
    rewriteShrinkable(sql)
    sql.close()
    expect(inspect().autoVacuum).toBe(incremental)
  })
})
