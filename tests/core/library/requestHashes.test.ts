import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEntries } from '../../../core/library/imports/entries.ts'
import { mergeLibrary } from '../../../core/library/mergeLibrary.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createRecords } from '../../../core/library/records.ts'
import { requestHash } from '../../../core/library/requestHash.ts'
import { getRequestHashes } from '../../../core/library/requestHashes.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import { checkAll, createTestRunRows, insertRun } from '../harness/runs.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

/** The migrations without hashes. */
const oldMigrations = migrations.slice(0, 21)

const request = (title: string) => JSON.stringify({ title })

/** Creates a library of the last version without hashes, with these links. */
function createOldLibrary(
  location: string,
  links: readonly { request: string | null; state?: string }[],
): void {
  const { sql } = openLibrary(location, createNotices(), oldMigrations)
  const insert = sql.prepare(
    `INSERT INTO links (id, state, profile_id, profile_name, environment, request, link, path, created_at)
     VALUES (?, ?, 'p', 'Shop', 'production', ?, ?, ?, ?)`,
  )
  sql.exec('BEGIN')
  for (const [index, link] of links.entries()) {
    const path = `path${index}`
    const time = new Date(Date.UTC(2026, 0, 1) + index).toISOString()
    insert.run(randomUUID(), link.state ?? 'created', link.request, `https://l.example/${path}`, path, time)
  }
  sql.exec('COMMIT')
  sql.close()
}

const count = (sql: DatabaseSync, condition: string) =>
  Number(sql.prepare(`SELECT count(*) AS count FROM links WHERE ${condition}`).get()?.['count'])

it('links of an earlier version are compared with rows only when all have their hashes', async () => {
  createOldLibrary(folder, [
    { request: request('a') },
    { request: request('b'), state: 'failed' },
    { request: null },
    { request: request('c') },
  ])
  const database = openLibrary(folder, createNotices())
  const rows = createTestRunRows(database)
  const run = insertRun(database, { header: ['Title'], rows: [['a'], ['b'], ['c'], ['d']] })
  expect(rows.run(run)).toMatchObject({ checked: false, comparing: true })
  await checkAll(rows, run)
  expect(rows.run(run)).toMatchObject({ checked: true, comparing: false, counts: { ready: 2, existing: 2 } })
  database.sql.close()
})

it('rows that an earlier version has checked keep their notes, and are compared with each other', async () => {
  createOldLibrary(folder, [])
  const { sql } = openLibrary(folder, createNotices(), oldMigrations)
  const run = randomUUID()
  const mapping = JSON.stringify({ columns: [{ to: 'field', field: 'title' }], template: {} })
  sql
    .prepare(
      `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, checked, created_at)
       VALUES (?, 'Old', 'preparing', 'p', 'Shop', 'production', '{"kind":"pasted","name":""}', '["Title"]', ?, 1, '2026')`,
    )
    .run(run, mapping)
  const insert = sql.prepare(
    `INSERT INTO run_rows (run, number, cells, request, state) VALUES (?, ?, ?, ?, 'ready')`,
  )
  for (const [index, title] of ['a', 'b', 'c'].entries())
    insert.run(run, index + 1, JSON.stringify([title]), request(title))
  const note = [{ column: null, text: 'Was a date.' }]
  const notes = { faults: [], remarks: note, ruled: [{ column: 0, before: 'B', after: 'b' }] }
  sql
    .prepare('UPDATE run_rows SET remarks = ?, noted = ? WHERE number = 2')
    .run(JSON.stringify(note), JSON.stringify(notes))
  sql.close()
  const database = openLibrary(folder, createNotices())
  void getRequestHashes(database.sql).finish()
  const rows = createTestRunRows(database)
  const standards = { ours: true, linkHosts: [] }
  const [edited] = await rows.edit(run, [{ number: 1, column: 0, text: 'c' }], standards)
  expect(edited).toMatchObject({ state: 'ready' })
  const shown = rows.page(run, { show: 'existing', after: 0, limit: 10 }).rows
  expect(shown).toMatchObject([{ number: 3, warnings: [{ text: 'Row 1 makes the same link.' }] }])
  await checkAll(rows, run)
  const checked = rows.page(run, { show: 'withWarnings', after: 0, limit: 10 }).rows
  expect(checked.find(({ number }) => number === 2)).toMatchObject({
    warnings: expect.arrayContaining(note) as unknown,
    changedByRules: [{ column: 0, before: 'B' }],
  })
  database.sql.close()
})

it('after the app was killed while it computed hashes, the rest is computed once', async () => {
  createOldLibrary(
    folder,
    Array.from({ length: 20_000 }, (_, index) => ({ request: request(`Link ${index}`) })),
  )
  const child = spawnSync(process.execPath, [join(import.meta.dirname, 'fillUntilKilled.ts'), folder])
  expect(child.signal).toBe('SIGKILL')
  const { sql } = openLibrary(folder, createNotices())
  const missing = count(sql, 'request_hash IS NULL')
  expect(missing).toBeGreaterThan(0)
  expect(missing).toBeLessThan(20_000)
  const changes = () => Number(sql.prepare('SELECT total_changes() AS changes').get()?.['changes'])
  const before = changes()
  await getRequestHashes(sql).finish()
  expect(changes() - before).toBe(missing)
  expect(count(sql, 'request_hash IS NULL')).toBe(0)
  sql.close()
})

it('every way into the library stores the hash of the request', async () => {
  const library = testLibrary(folder)
  const { sql } = library.database
  const removal = randomUUID()
  await library.collection.remove({ ids: [library.keep({ title: 'a' })] }, removal)
  sql.exec(`UPDATE removed_links SET entry = json_remove(entry, '$.request_hash')`)
  await library.collection.unremove(removal)
  await createRecords(library.database).addMany([
    {
      ...{ id: randomUUID(), profileId: 'p', profileName: 'Shop', environment: 'production' },
      ...{ link: 'https://l.example/b', path: 'b', answer: '{}', createdAt: '2026-01-01T00:00:00.000Z' },
    },
  ])
  createEntries(sql).add({
    ...{ id: randomUUID(), state: 'created', profileId: 'p', profileName: 'Shop' },
    ...{ environment: 'production', createdAt: '2026-01-01T00:00:00.000Z', request: { title: 'c' } },
  })
  const other = await temporaryFolder()
  createOldLibrary(other, [{ request: request('d') }, { request: null }])
  expect(mergeLibrary(join(other, 'library.db'), sql)).toBe(2)
  await removeFolder(other)
  const links = sql.prepare('SELECT profile_id, environment, request, request_hash FROM links').all()
  expect(links).toHaveLength(5)
  for (const link of links) {
    const { profile_id, environment, request: text } = link as Record<string, string>
    const expected = requestHash({
      profile_id: `${profile_id}`,
      environment: `${environment}`,
      request: text,
    })
    expect(link['request_hash']).toBe(expected)
  }
  sql.close()
})

it('a hash depends on the profile, the environment and every field, and not on the spelling', () => {
  const target = { profile_id: 'p', environment: 'production' }
  const hash = requestHash({ ...target, request: '{"title":"a","tracking_source":"x"}' })
  expect(requestHash({ ...target, request: '{ "tracking_source": "x", "title": "\\u0061" }' })).toBe(hash)
  expect(requestHash({ ...target, request: { tracking_source: 'x', title: 'a' } })).toBe(hash)
  const others = [
    { ...target, profile_id: 'q', request: '{"title":"a","tracking_source":"x"}' },
    { ...target, environment: 'development', request: '{"title":"a","tracking_source":"x"}' },
    { ...target, request: '{"title":"a","tracking_source":"y"}' },
    { ...target, request: '{"title":"a"}' },
  ].map(requestHash)
  expect(new Set([hash, ...others]).size).toBe(5)
  for (const none of [null, 'not JSON', '[]', '{"title":'])
    expect(requestHash({ ...target, request: none })).toBe(0)
})
