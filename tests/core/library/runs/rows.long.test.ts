import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxRows } from '../../../../contract/app/runs/sources.ts'
import { migrations } from '../../../../core/library/migrations/all.ts'
import { openLibrary } from '../../../../core/library/openDatabase.ts'
import { createPlanRows } from '../../../../core/library/runs/changes/planRows.ts'
import { createResults } from '../../../../core/library/runs/results/results.ts'
import type { RunRows } from '../../../../core/library/runs/rows.ts'
import { createSendQueue } from '../../../../core/library/runs/sendQueue.ts'
import { createNotices } from '../../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { addLinks } from '../../harness/damage.ts'
import { testLibrary } from '../../harness/library.ts'
import type { TestLibrary } from '../../harness/library.ts'
import { checkAll, insertRun, createTestRunRows } from '../../harness/runs.ts'

let folder: string
let library: TestLibrary
let rows: RunRows
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
  rows = createTestRunRows(library.database)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const header = ['Title', 'URL', 'Source']
const row = (name: string | number, source = 'twitter') => [
  `Title ${name}`,
  `https://a.example/${name}`,
  source,
]

/** A checked run with these rows. */
async function createCheckedRun(...table: string[][]): Promise<string> {
  const run = insertRun(library.database, { header, rows: table })
  await checkAll(rows, run)
  return run
}

describe('tracking words', () => {
  it('thousands of long tracking words are checked without warnings', async () => {
    const run = await createCheckedRun(
      ...Array.from({ length: 6_000 }, (_, at) => row(at, `${'word'.repeat(50)}${at}`)),
    )
    expect(rows.run(run)).toMatchObject({ checked: true, withWarnings: 0 })
  })
})

it('a stored run of an earlier version with more rows than a new one is opened, resumed and saved', async () => {
  const rowCount = maxRows + 1
  const old = join(folder, 'old')
  mkdirSync(old)
  // The migrations of the last version that had runs of 200,000 rows.
  const { sql: before } = openLibrary(old, createNotices(), migrations.slice(0, 20))
  const run = randomUUID()
  const mapping = JSON.stringify({ columns: [{ to: 'field', field: 'title' }], template: {} })
  before
    .prepare(
      `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, checked, created_at)
       VALUES (?, 'Old', 'paused', 'p', 'Shop', 'production', '{"kind":"csv","name":"old.csv"}', '["Title"]', ?, 1, '2026')`,
    )
    .run(run, mapping)
  const insert = before.prepare(
    `INSERT INTO run_rows (run, number, cells, request, state) VALUES (?, ?, ?, ?, 'ready')`,
  )
  before.exec('BEGIN')
  for (let number = 1; number <= rowCount; number++) {
    const title = `Title ${number}`
    insert.run(run, number, JSON.stringify([title]), JSON.stringify({ title }))
  }
  before.exec('COMMIT')
  before.close()
  const database = openLibrary(old, createNotices())
  expect(createTestRunRows(database).run(run).counts).toMatchObject({ ready: rowCount })
  const queue = createSendQueue(database)
  await queue.prepare()
  let sent = 0
  for (let isLast = false; !isLast;) {
    const taken = queue.take(run, 1_000)
    isLast = taken.isLast
    sent += taken.rows.length
    const completed = taken.rows.map(({ linkId: id, number }) => {
      const [link, path] = [`https://l.example/${number}`, `${number}`]
      return { id, completion: { state: 'created', link, path, problem: null } as const }
    })
    queue.end(completed, true)
  }
  expect(sent).toBe(rowCount)
  const results = createResults(database)
  const [id, file] = [randomUUID(), join(folder, 'results.csv')]
  expect(results.begin({ id, file, run, what: 'results', format: 'csv' })).toBe(rowCount)
  for (let next: number | null = 0; next !== null;) ({ next } = await results.step(id))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(rowCount + 1)
  expect(lines.at(-1)).toBe(`Title ${rowCount},https://l.example/${rowCount},Created,`)
  database.sql.close()
})

it('a stored run of changes of an earlier version with more links than a new one is undone', async () => {
  const rowCount = maxRows + 1
  const old = join(folder, 'old-changes')
  mkdirSync(old)
  // The migrations of the first version that had runs of changes.
  const { sql: before } = openLibrary(old, createNotices(), migrations.slice(0, 18))
  const [ids, doneRun, undoRun] = [addLinks(before, rowCount), randomUUID(), randomUUID()]
  const change = { kind: 'same', change: { patch: { title: 'New' } } } as const
  before
    .prepare(
      `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, change, created_at)
       VALUES (?, 'Old', 'done', 'p', 'P', 'production', '{"kind":"links","name":"Old"}', '[]', '{"columns":[],"template":{}}', ?, '2026')`,
    )
    .run(doneRun, JSON.stringify(change))
  const insertRow = before.prepare(
    `INSERT INTO run_rows (run, number, cells, state, target, fields, change_id) VALUES (?, ?, '[]', 'created', ?, ?, ?)`,
  )
  const insertChange = before.prepare(
    `INSERT INTO link_changes (id, link, patch, version, state, back, after, made_at, run)
     VALUES (?, ?, '{"title":"New"}', '{"etag":"a"}', 'applied', ?, '{"etag":"b"}', '2026', ?)`,
  )
  const fields = JSON.stringify({ title: { from: 'Old', to: 'New' } })
  before.exec('BEGIN')
  for (const [index, id] of ids.entries()) {
    const changeId = randomUUID()
    insertChange.run(changeId, id, JSON.stringify({ title: `Title ${index}` }), doneRun)
    insertRow.run(doneRun, index + 1, id, fields, changeId)
  }
  before.exec('COMMIT')
  before.close()
  const database = openLibrary(old, createNotices())
  const planRows = createPlanRows(database)
  for (let after: number | null = 0; after !== null;)
    after = planRows.collectUndoable(undoRun, doneRun, after)
  const profile = { profileId: 'p', profileName: 'P', environment: 'production' } as const
  planRows.create({ ...profile, id: undoRun, name: 'Undo', change: { kind: 'undo', run: doneRun } })
  expect(planRows.begin(undoRun)).toEqual({ rows: rowCount })
  expect(await planRows.next(undoRun, maxRows, 10)).toMatchObject([
    {
      number: rowCount,
      record: { id: ids.at(-1) },
      back: { patch: { title: `Title ${maxRows}` }, fields: { title: { from: 'New', to: 'Old' } } },
    },
  ])
  database.sql.close()
})
