import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotices } from '../../core/notices.ts'
import { openLibrary } from '../../core/library/openDatabase.ts'
import { migrations } from '../../core/library/migrations/all.ts'
import { addLinks } from '../core/harness/damage.ts'
import { testLibrary } from '../core/harness/library.ts'

const rounds = Number(process.env['ATTACK_ROUNDS'] ?? 20)
const opener = fileURLToPath(new URL('../core/harness/opener.ts', import.meta.url))

let base: string
let older: string
let ids: string[]
let openedInMs: number
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'linkwright-attack-'))
  older = join(base, 'older')
  mkdirSync(older, { mode: 0o700 })
  // The schema before links were searchable.
  const schemaVersion = migrations.findIndex((step) => step.includes('removed_links'))
  const { sql } = openLibrary(older, createNotices(), migrations.slice(0, schemaVersion))
  ids = addLinks(sql, 2_300)
  sql.close()
  const copy = join(base, 'measured')
  cpSync(older, copy, { recursive: true })
  const startMs = performance.now()
  await once(fork(opener, [copy], { stdio: 'ignore', execArgv: [] }), 'exit')
  openedInMs = performance.now() - startMs
}, 60_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

test(`a library update killed ${rounds} times at random moments loses no link`, async () => {
  for (let round = 0; round < rounds; round++) {
    const folder = join(base, `round-${round}`)
    cpSync(older, folder, { recursive: true })
    const child = fork(opener, [folder], { stdio: 'ignore', execArgv: [] })
    const exited = once(child, 'exit')
    await Promise.race([exited, pause(Math.random() * openedInMs)])
    child.kill('SIGKILL')
    await exited
    const { database, ids: shown } = testLibrary(folder)
    await database.backfill.finish()
    expect(database.startedOver, `round ${round}`).toBeUndefined()
    expect(shown({ search: 'title' }, 200).toSorted(), `round ${round}`).toEqual(ids.toSorted())
    expect(database.sql.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    database.sql.close()
    rmSync(folder, { recursive: true })
  }
})
