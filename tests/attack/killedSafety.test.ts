import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotices } from '../../core/notices.ts'
import { createBackup } from '../../core/library/backup.ts'
import { createBackupSchedule } from '../../core/library/backupSchedule.ts'
import { openLibrary } from '../../core/library/openDatabase.ts'
import type { Database } from '../../core/library/openDatabase.ts'
import { createRestores } from '../../core/library/restores.ts'
import { createUnfinishedTables } from '../../core/library/runs/sheets/unfinishedTables.ts'
import { startApp } from '../core/harness/app.ts'
import type { App } from '../core/harness/app.ts'
import { findFilesWith } from '../core/harness/bytes.ts'
import { startCallProcess } from '../core/harness/callProcess.ts'
import { addLinks } from '../core/harness/damage.ts'
import { testLibrary } from '../core/harness/library.ts'
import { startLibraryProcess } from '../core/harness/libraryProcess.ts'
import { insertRun } from '../core/harness/runs.ts'

const rounds = Number(process.env['ATTACK_ROUNDS'] ?? 20)
/** Rounds that start the whole app, twice each. */
const wholeAppRounds = Math.ceil(rounds / 2)
const backupLinks = 2_000
const inLibrary = 300
const runRows = 3_000

let base: string
/** A library with some links, and a backup from before most of them were deleted. */
let seed: string
let ids: string[]
let copy: string
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'linkwright-attack-'))
  seed = mkdtempSync(join(base, 'seed-'))
  const library = openLibrary(seed, createNotices())
  const { sql } = library
  ids = addLinks(sql, backupLinks)
  const rows = Array.from({ length: runRows }, (_, index) => [`Title ${index}`])
  const run = insertRun(library, { header: ['Title'], rows })
  sql.exec(
    `UPDATE run_rows SET state = 'created', link_id = (SELECT id FROM links WHERE links.rowid = number)
       WHERE number <= 1000;
     INSERT INTO tracking_rules (profile_id, rules) VALUES ('p', '[]');
     INSERT INTO saved_views (id, name, query) VALUES ('v', 'View', '{}')`,
  )
  const options = { kind: 'manual', offered: [], signal: new AbortController().signal } as const
  copy = await createBackup(sql, join(seed, 'backups'), options)
  sql.exec(
    `DELETE FROM links WHERE rowid > ${String(inLibrary)}; DELETE FROM run_rows WHERE run = '${run}'; DELETE FROM runs;
     DELETE FROM tracking_rules; DELETE FROM saved_views`,
  )
  sql.close()
  rmSync(join(seed, 'library-index.db'), { force: true })
  testLibrary(seed).database.sql.close()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

interface AttackedProcess {
  /** Starts the attacked operation; resolves with `null` if it is killed before it ends. */
  begin: () => Promise<unknown>
  kill: () => Promise<void>
}

/** Kills an operation repeatedly at times spread over its duration, and checks what is left. */
async function killDuring(
  start: (folder: string) => Promise<AttackedProcess>,
  check: (folder: string, answer: unknown, round: number) => Promise<void> | void,
  times = rounds,
): Promise<void> {
  let durationMs = 0
  for (let round = 0; round <= times; round++) {
    const folder = mkdtempSync(join(base, 'round-'))
    cpSync(seed, folder, { recursive: true })
    const child = await start(folder)
    const startMs = performance.now()
    const answered = child.begin()
    // The first run completes and provides the duration. The second is killed at once: erasing soon reaches the point
    // from which the next start completes it.
    await Promise.race([answered, round === 0 ? answered : pause((durationMs * (round - 1)) / times)])
    if (round === 0) durationMs = performance.now() - startMs
    await child.kill()
    await check(folder, await answered, round)
    rmSync(folder, { recursive: true })
  }
}

/** Restores all that is left of the backup, in a library that was just opened. Returns the rows of all restored tables. */
async function restoreRest(database: Database, folder: string) {
  database.reclaim.begin(createUnfinishedTables(database.sql).findOrphans())
  const restores = createRestores(database, folder)
  const { id } = (await restores.begin(copy)) ?? { id: '' }
  while (restores.step(id).next !== null);
  restores.end(id)
  await database.reclaim.idle()
  const restored = ['links', 'tracking_rules', 'saved_views', 'runs', 'run_rows']
  return Object.fromEntries(
    restored.map((table) => [table, database.sql.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()]),
  )
}

test(`a restore killed ${rounds} times leaves existing data, complete links, complete runs and a matching index, and can be repeated`, async () => {
  let inTheMiddle = 0
  let complete: Awaited<ReturnType<typeof restoreRest>> | null = null
  await killDuring(
    (folder) => startLibraryProcess(folder, `restore ${copy}`),
    async (folder, answer, round) => {
      const { database, ids: found } = testLibrary(folder)
      await database.backfill.finish()
      const { sql } = database
      const foundIds = sql
        .prepare('SELECT id FROM links')
        .all()
        .map(({ id }) => id as string)
      expect(foundIds, `round ${round}`).toEqual(expect.arrayContaining(ids.slice(0, inLibrary)))
      if (answer !== null) expect(foundIds.length, `round ${round}`).toBe(backupLinks)
      if (foundIds.length > inLibrary && foundIds.length < backupLinks) inTheMiddle++
      expect(sql.prepare('SELECT count(*) AS links FROM links WHERE request IS NULL').get()).toEqual({
        links: 0,
      })
      expect(found({ search: 'title' }, 200).toSorted(), `round ${round}`).toEqual(foundIds.toSorted())
      const runs = sql.prepare('SELECT (SELECT count(*) FROM run_rows WHERE run = runs.id) AS rows FROM runs')
      expect([[], [{ rows: runRows }]], `round ${round}`).toContainEqual(runs.all())
      const restored = await restoreRest(database, folder)
      expect(restored['run_rows'], `round ${round}`).toHaveLength(runRows)
      expect(restored, `round ${round}`).toEqual((complete ??= restored))
      expect(sql.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
      sql.close()
    },
  )
  expect(inTheMiddle).toBeGreaterThan(0)
})

test(`a backup killed ${rounds} times counts only if it is complete`, async () => {
  await killDuring(
    (folder) => startLibraryProcess(folder, 'backUp'),
    async (folder, answer, round) => {
      const { database } = testLibrary(folder)
      createBackupSchedule(database, folder)
      const listed = await createRestores(database, folder).list()
      const newBackups = listed.filter(({ name }) => name !== copy && name.includes('by-hand'))
      if (answer !== null) expect(newBackups, `round ${round}`).toHaveLength(1)
      expect(listed.find(({ name }) => name === copy)).toMatchObject({ links: backupLinks })
      for (const { name, links } of newBackups) {
        expect(links, `round ${round}`).toBe(inLibrary)
        const sql = new DatabaseSync(join(folder, 'backups', name), { readOnly: true })
        expect(sql.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
        sql.close()
      }
      expect(database.sql.prepare('SELECT count(*) AS links FROM links').get()).toEqual({ links: inLibrary })
      database.sql.close()
      expect(readdirSync(join(folder, 'backups')).filter((name) => !name.endsWith('.db'))).toEqual([])
    },
  )
})

test(`erasing everything, killed ${wholeAppRounds} times, leaves all data or none after the next start`, async () => {
  const totals = new Set<number>()
  await killDuring(
    startErasing,
    async (folder, answer, round) => {
      const app = await startApp(folder)
      const total = await countLinks(app)
      const backups = await app.get('backups.list', {})
      expect((await app.get('app.state', {})).notices, `round ${round}`).toEqual([])
      await app.core.close()
      totals.add(total)
      if (answer !== null) expect(total, `round ${round}`).toBe(0)
      if (total === 0) {
        expect(backups).toEqual([])
        expect(findFilesWith(folder, ['Title 1']), `round ${round}`).toEqual([])
      } else {
        expect(total, `round ${round}`).toBe(inLibrary)
        expect(backups).toContainEqual(expect.objectContaining({ name: copy, links: backupLinks }))
      }
    },
    wholeAppRounds,
  )
  expect([...totals].toSorted()).toEqual([0, inLibrary])
})

async function startErasing(folder: string): Promise<AttackedProcess> {
  const { call, kill } = await startCallProcess(folder, join(base, 'cache'))
  return { begin: () => call('erase.all', { word: 'ERASE' }), kill }
}

async function countLinks(app: App): Promise<number> {
  return (await app.get('links.list', { limit: 1 })).total
}
