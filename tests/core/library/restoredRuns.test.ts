import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeBackup } from '../../../core/library/backup.ts'
import { createLinkChanges } from '../../../core/library/linkChanges.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createRestores } from '../../../core/library/restores.ts'
import { createChangeQueue } from '../../../core/library/runs/changes/changeQueue.ts'
import { createRuns } from '../../../core/library/runs/runs.ts'
import { createUnfinishedTables } from '../../../core/library/runs/sheets/unfinishedTables.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { insertRun } from '../harness/runs.ts'

let folder: string
let library: TestLibrary
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
  library.keep({ title: 'other' })
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const backUp = () => writeBackup(library.database.sql, join(folder, 'backups'), 'library-by-hand')
const runs = () => createRuns(library.database)
const listRuns = () => runs().list({ kind: 'create', search: '', limit: 10 }).runs
/** Deletes a run as the next start does after its removal. */
const deleteRun = (run: string) =>
  library.database.sql.exec(`DELETE FROM runs WHERE id = '${run}'; DELETE FROM run_rows WHERE run = '${run}'`)
/** Restores a backup, at most `maxSteps` batches of it. */
const restore = async (name: string, maxSteps = Infinity) => {
  const restores = createRestores(library.database, folder)
  const { id = '' } = (await restores.begin(name)) ?? {}
  for (let steps = 0; steps < maxSteps && restores.step(id).next !== null; steps++) await nextTurn()
  restores.end(id)
}

it('a cancelled restore leaves no run with only part of its rows', async () => {
  const rows = Array.from({ length: 1_200 }, (_, index) => [`Title ${index}`])
  const run = insertRun(library.database, { header: ['Title'], rows })
  const name = backUp()
  deleteRun(run)
  for (let steps = 1; listRuns().length === 0; steps++) await restore(name, steps)
  expect(listRuns()[0]?.counts.faulty).toBe(rows.length)
})

it('rows of a run that was removed before the start are complete if it is restored while they are deleted', async () => {
  const rows = Array.from({ length: 8_000 }, (_, index) => [`Title ${index}`])
  const run = insertRun(library.database, { header: ['Title'], rows })
  const name = backUp()
  const { sql, reclaim } = library.database
  sql.prepare('DELETE FROM runs WHERE id = ?').run(run)
  reclaim.begin(createUnfinishedTables(sql).findOrphans())
  await restore(name)
  await reclaim.idle()
  expect(listRuns()[0]?.counts.faulty).toBe(rows.length)
})

it('rows of a restored run have the current state of their links and changes', async () => {
  const { sql } = library.database
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b'], ['c']] })
  const link = library.keep({ title: 'a' })
  const change = randomUUID()
  sql.exec(`
    UPDATE links SET state = 'unknown', run = '${run}', problem = '{"code":"create_unknown"}' WHERE id = '${link}';
    INSERT INTO link_changes (id, link, patch, version, state, made_at, run)
      VALUES ('${change}', '${link}', '{}', '{}', 'unknown', '2026-11-20T08:00:00.000Z', '${run}');
    UPDATE run_rows SET state = 'unknown', link_id = '${link}' WHERE run = '${run}' AND number = 1;
    UPDATE run_rows SET state = 'unknown', change_id = '${change}' WHERE run = '${run}' AND number = 2;
    UPDATE run_rows SET state = 'unknown', link_id = 'missing' WHERE run = '${run}' AND number = 3`)
  const name = backUp()
  deleteRun(run)
  sql.exec(`
    UPDATE links SET state = 'created', problem = NULL, link = 'https://l.example/a' WHERE id = '${link}';
    UPDATE link_changes SET state = 'conflict', problem = '{"code":"link_changed"}' WHERE id = '${change}'`)
  await restore(name)
  expect(
    sql.prepare('SELECT state, link, problem FROM run_rows WHERE run = ? ORDER BY number').all(run),
  ).toEqual([
    { state: 'created', link: 'https://l.example/a', problem: null },
    { state: 'failed', link: null, problem: '{"code":"link_changed"}' },
    { state: 'unknown', link: null, problem: null },
  ])
})

it('restored changes that were being sent are unknown, and are sent again only by hand', async () => {
  const { sql } = library.database
  const link = library.keep({ title: 'a' })
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b']] })
  const [alone, ofRun, unknown] = [randomUUID(), randomUUID(), randomUUID()]
  const madeAt = '2026-11-20T08:00:00.000Z'
  const version = '{"etag":"\\"a\\"","updatedAt":null}'
  sql.exec(`
    INSERT INTO link_changes (id, link, patch, version, state, made_at, run, problem, sent_with) VALUES
      ('${alone}', '${link}', '{"title":"b"}', '${version}', 'pending', '${madeAt}', NULL, NULL, 'sender'),
      ('${ofRun}', '${link}', '{"title":"b"}', '${version}', 'pending', '${madeAt}', '${run}', NULL, 'sender'),
      ('${unknown}', '${link}', '{"title":"b"}', '${version}', 'unknown', '${madeAt}', '${run}', '{"code":"change_unknown"}', 'sender');
    UPDATE run_rows SET state = 'pending', change_id = '${ofRun}' WHERE number = 1;
    UPDATE run_rows SET state = 'unknown', change_id = '${unknown}', problem = '{"code":"change_unknown"}' WHERE number = 2`)
  const name = backUp()
  sql.exec('DELETE FROM link_changes')
  deleteRun(run)
  await restore(name)
  const changes = createLinkChanges(library.database)
  const restored = { state: 'unknown', problem: { code: 'change_unknown', cause: 'run_restored' } }
  for (const id of [alone, ofRun]) expect(changes.get(id)).toMatchObject(restored)
  expect(changes.unsettled('p', madeAt).map(({ id }) => id)).toEqual([unknown])
  const queue = createChangeQueue(library.database)
  expect(queue.unknown(run, 0, false)).toEqual([{ number: 2, id: unknown }])
  expect(queue.unknown(run, 0, true)).toEqual([
    { number: 1, id: ofRun },
    { number: 2, id: unknown },
  ])
})

it('a restore brings back a run that was removed in this session, and none that the backup has as removed', async () => {
  const [kept, removed] = ['Kept', 'Removed'].map((title) =>
    insertRun(library.database, { header: ['Title'], rows: [[title]] }),
  ) as [string, string]
  runs().remove(removed)
  const name = backUp()
  runs().remove(kept)
  library.database.sql.prepare('DELETE FROM runs WHERE id = ?').run(removed)
  expect(await createRestores(library.database, folder).preview(name)).toMatchObject({ runs: 1 })
  await restore(name)
  expect(listRuns().map(({ id }) => id)).toEqual([kept])
  expect(library.database.sql.prepare('SELECT id FROM runs').all()).toEqual([{ id: kept }])
})

it('a restored change that was pending is not sent again unasked, because it may have been given up since', async () => {
  const { sql } = library.database
  const link = library.keep({ title: 'a' })
  const changes = createLinkChanges(library.database)
  const version = { etag: '"1"', updatedAt: '2026-11-20T08:00:00.000Z' }
  const change = { id: randomUUID(), link, version, patch: { title: 'b' }, madeAt: new Date().toISOString() }
  changes.begin(change)
  const name = backUp()
  sql.exec('DELETE FROM link_changes')
  await restore(name)
  expect(changes.get(change.id)?.state).toBe('unknown')
  expect(changes.unsettled('p', '2026-01-01T00:00:00.000Z')).toEqual([])
  sql.exec(`UPDATE link_changes SET problem = '{"code":"change_unknown"}'`)
  expect(changes.unsettled('p', '2026-01-01T00:00:00.000Z')).toHaveLength(1)
})

it('rows restored from an earlier version keep their errors, warnings and notes', async () => {
  const old = await temporaryFolder()
  const { sql } = openLibrary(old, createNotices(), migrations.slice(0, 29))
  const [error, warning] = ['Not a date.', 'Was a date.'].map((text) => ({ column: 0, text }))
  const rule = { column: 0, before: 'A', after: 'a' }
  const notes = { faults: [error], remarks: [warning], ruled: [rule], repaired: ['a'] }
  sql.exec(`
    INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, created_at)
      VALUES ('run', 'Old', 'preparing', 'p', 'Shop', 'production', '{"kind":"pasted","name":""}', '["Title"]', '{}', '2026');
    INSERT INTO run_rows (run, number, cells, state, faults, remarks, noted) VALUES
      ('run', 1, '["a"]', 'faulty', '${JSON.stringify([error])}', '${JSON.stringify([warning])}', '${JSON.stringify(notes)}'),
      ('run', 2, '["b"]', 'ready', '[]', '[]', '{"faults":'),
      ('run', 3, '["c"]', 'ready', '[]', '[]', NULL)`)
  sql.exec(`
    INSERT INTO links (id, state, profile_id, profile_name, environment, request, link, path, created_at)
      VALUES ('link', 'created', 'p', 'Shop', 'production', '{"title":"a"}', 'https://l.example/a', 'a', '2026')`)
  const name = writeBackup(sql, join(folder, 'backups'), 'library-v29')
  sql.close()
  await removeFolder(old)
  await restore(name)
  const rows = library.database.sql
    .prepare('SELECT errors, warnings, read_notes AS notes FROM run_rows ORDER BY number')
    .all()
  expect(rows.slice(1)).toEqual([
    { errors: '[]', warnings: '[]', notes: '{"faults":' },
    { errors: '[]', warnings: '[]', notes: null },
  ])
  const first = Object.entries(rows[0] ?? {}).map(([column, text]) => [
    column,
    JSON.parse(String(text)) as unknown,
  ])
  expect(Object.fromEntries(first)).toEqual({
    errors: [error],
    warnings: [warning],
    notes: { errors: [error], warnings: [warning], changedByRules: [rule], repaired: ['a'] },
  })
})
