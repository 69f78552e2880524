import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSendQueue } from '../../../../core/library/runs/sendQueue.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import type { TestLibrary } from '../../harness/library.ts'
import { checkAll, createTestRunRows, insertRun } from '../../harness/runs.ts'

let folder: string
let library: TestLibrary
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
})
afterEach(async () => {
  vi.useRealTimers()
  library.database.sql.close()
  await removeFolder(folder)
})

it('a resumed run recognizes links that were imported with an earlier date while it was paused', async () => {
  library.keep({ title: 'other' })
  const rows = createTestRunRows(library.database)
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b'], ['c']] })
  await checkAll(rows, run)
  const queue = createSendQueue(library.database)
  const [first] = queue.take(run, 1).rows
  if (!first) throw new Error('No row is ready.')
  queue.end(
    [{ id: first.linkId, completion: { state: 'created', link: null, path: null, problem: null } }],
    true,
  )
  library.keep({ title: 'b' })
  queue.interrupt(run, { state: 'unknown', link: null, path: null, problem: { code: 'create_unknown' } })
  expect(queue.take(run, 10)).toMatchObject({ rows: [{ request: { title: 'c' } }], existing: 1 })
})

it('a run that is being sent recognizes links that are imported with an earlier date meanwhile', async () => {
  library.keep({ title: 'other' })
  const rows = createTestRunRows(library.database)
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b'], ['c']] })
  await checkAll(rows, run)
  const queue = createSendQueue(library.database)
  queue.take(run, 1)
  library.keep({ title: 'b' })
  expect(queue.take(run, 10)).toMatchObject({ rows: [{ request: { title: 'c' } }], existing: 1 })
})

it('a run that is being sent recognizes a link that was added within the same millisecond', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  library.keep({ title: 'other' })
  const rows = createTestRunRows(library.database)
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b'], ['c']] })
  await checkAll(rows, run)
  const queue = createSendQueue(library.database)
  queue.take(run, 1)
  library.keep({ title: 'b' }, { createdAt: new Date().toISOString() })
  expect(queue.take(run, 10)).toMatchObject({ rows: [{ request: { title: 'c' } }], existing: 1 })
})

it('a run that is being sent recognizes an imported link that replaced a removed one in the file', async () => {
  const id = library.keep({ title: 'other' })
  const rows = createTestRunRows(library.database)
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b']] })
  await checkAll(rows, run)
  const queue = createSendQueue(library.database)
  queue.release(queue.take(run, 1).rows.map(({ linkId }) => linkId))
  library.database.sql.prepare('DELETE FROM links WHERE id = ?').run(id)
  library.keep({ title: 'b' })
  expect(queue.take(run, 10)).toMatchObject({ rows: [{ request: { title: 'a' } }], existing: 1 })
})

it('a run restored from an earlier backup recognizes the links it has created since, but not those of its rows', async () => {
  const rows = createTestRunRows(library.database)
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b'], ['a']] })
  await checkAll(rows, run)
  const { sql } = library.database
  const first = createSendQueue(library.database)
  const completion = { state: 'created', link: null, path: null, problem: null } as const
  first.end(
    first.take(run, 2).rows.map(({ linkId: id }) => ({ id, completion })),
    true,
  )
  sql.prepare(`UPDATE run_rows SET state = 'ready', link_id = NULL WHERE run = ? AND number = 2`).run(run)
  const restored = createSendQueue(library.database)
  expect(restored.take(run, 10)).toMatchObject({
    rows: [{ number: 3, request: { title: 'a' } }],
    existing: 1,
  })
})
