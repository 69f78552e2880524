import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pragma } from '../../../core/folder/identity.ts'
import { libraryIdentity } from '../../../core/library/identity.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'

const opener = fileURLToPath(new URL('../harness/openingProcess.ts', import.meta.url))
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
  it('a library of an earlier version survives a kill during the rewrite, and is made shrinkable at the next start', async () => {
    const ids = makeOlderLibrary(15_000)
    const child = fork(opener, [folder], { execArgv: [] })
    const exited = once(child, 'exit')
    // All pages in use are written to the log before the rewrite takes effect.
    while (child.exitCode === null && sizeOf(`${file}-wal`) < 2_000_000) await nextTurn()
    child.kill('SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect(inspect()).toEqual({ ids, autoVacuum: unshrinkable, integrity: [{ integrity_check: 'ok' }] })
    const notices = createNotices()
    openLibrary(folder, notices).sql.close()
    expect(inspect()).toEqual({ ids, autoVacuum: incremental, integrity: [{ integrity_check: 'ok' }] })
    expect(notices.list()).toEqual([])
  })
})

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
