import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRecords } from '../../../../core/library/records.ts'
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

it('a run restored from an earlier backup recognizes the links it has created since', async () => {
  const rows = createTestRunRows(library.database)
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b'], ['c']] })
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
    rows: [{ number: 3, request: { title: 'c' } }],
    existing: 1,
  })
})

it('the notes of a row are kept with its link in the library, and are not sent', async () => {
  const table = { header: ['Title', 'Notes', 'Comment'], rows: [['a', ' ask the printer ', 'x'], ['b']] }
  const columns = [{ to: 'field', field: 'title' }, { to: 'note' }, { to: 'note' }] as const
  const mapping = { columns: [...columns], template: {} }
  const run = insertRun(library.database, { ...table, mapping })
  await checkAll(createTestRunRows(library.database), run)
  const { rows } = createSendQueue(library.database).take(run, 10)
  expect(rows.map(({ request }) => request)).toEqual([{ title: 'a' }, { title: 'b' }])
  const notes = library.database.sql.prepare('SELECT note FROM links WHERE run = ? ORDER BY rowid').all(run)
  expect(notes.map(({ note }) => note)).toEqual(['ask the printer\nx', null])
})

it('failed rows are not made ready any more after another window has resumed the run', async () => {
  const rows = createTestRunRows(library.database)
  const run = insertRun(library.database, { header: ['Title'], rows: [['a']] })
  await checkAll(rows, run)
  const queue = createSendQueue(library.database)
  const [row] = queue.take(run, 1).rows
  const completion = {
    state: 'failed',
    link: null,
    path: null,
    problem: { code: 'request_refused' },
  } as const
  queue.end([{ id: row?.linkId ?? '', completion }], true)
  const setState = (state: string) => library.database.sql.exec(`UPDATE runs SET state = '${state}'`)
  setState('running')
  expect(queue.retry(run)).toBe(0)
  setState('paused')
  expect(queue.retry(run)).toBe(1)
})

it('two runs of one table that are sent at once create each link once', async () => {
  const rows = createTestRunRows(library.database)
  const table = { header: ['Title'], rows: [['a'], ['b'], ['a']] }
  const [first, second] = [insertRun(library.database, table), insertRun(library.database, table)]
  for (const run of [first, second]) await checkAll(rows, run)
  const queue = createSendQueue(library.database)
  const sent = queue.take(first, 10).rows
  expect(sent.map(({ number }) => number)).toEqual([1, 2])
  expect(queue.take(second, 10)).toEqual({ rows: [], existing: 0, isLast: false })
  const completed = sent.map(({ number, linkId: id }) => {
    const [link, path] = [`https://l.example/${number}`, `${number}`]
    return { id, completion: { state: 'created', link, path, problem: null } as const }
  })
  queue.end(completed, true)
  expect(queue.take(second, 10)).toEqual({ rows: [], existing: 2, isLast: true })
  for (const run of [first, second]) {
    const links = rows.page(run, { show: 'all', after: 0, limit: 10 }).rows.map(({ link }) => link)
    expect(links).toEqual(['https://l.example/1', 'https://l.example/2', 'https://l.example/1'])
  }
})

it('equal rows of a run that an earlier version has checked are sent once', async () => {
  const rows = createTestRunRows(library.database)
  const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['b']] })
  await checkAll(rows, run)
  const { sql } = library.database
  sql.exec(`UPDATE run_rows SET request_hash = NULL, request = '{"title":"a"}'`)
  const queue = createSendQueue(library.database)
  const sent = queue.take(run, 10)
  expect(sent).toMatchObject({ rows: [{ number: 1 }], isLast: false })
  const completion = { state: 'created', link: 'https://l.example/a', path: 'a', problem: null } as const
  queue.end([{ id: sent.rows[0]?.linkId ?? '', completion }], true)
  expect(queue.take(run, 10)).toEqual({ rows: [], existing: 1, isLast: true })
})

describe('a row whose link another create has pending', () => {
  const request = { title: 'a' }
  const failed = { state: 'failed', link: null, path: null, problem: { code: 'request_refused' } } as const
  const waiting = { rows: [], existing: 0, isLast: false }

  /** Begins a create, as the form does, and a run with the same link. */
  async function beginBoth() {
    const rows = createTestRunRows(library.database)
    const run = insertRun(library.database, { header: ['Title'], rows: [['a'], ['a']] })
    await checkAll(rows, run)
    const id = library.keep(request)
    library.database.sql.prepare(`UPDATE links SET state = 'pending', link = NULL WHERE id = ?`).run(id)
    return { run, id, queue: createSendQueue(library.database), records: createRecords(library.database) }
  }

  it('waits, and gets the link that was created', async () => {
    const { run, id, queue, records } = await beginBoth()
    expect(queue.take(run, 10)).toEqual(waiting)
    expect(queue.take(run, 10)).toEqual(waiting)
    records.end(id, { state: 'created', link: 'https://l.example/a', path: 'a', problem: null })
    expect(queue.take(run, 10)).toEqual({ rows: [], existing: 1, isLast: true })
    const links = library.database.sql.prepare('SELECT state, link FROM run_rows WHERE run = ?').all(run)
    expect(links[0]).toEqual({ state: 'existing', link: 'https://l.example/a' })
  })

  it('waits, and gets the link of an earlier create if this one failed', async () => {
    library.keep(request, { link: 'https://l.example/earlier' })
    const rows = createTestRunRows(library.database)
    const run = insertRun(library.database, { header: ['Title'], rows: [['a']] })
    await checkAll(rows, run)
    library.database.sql.exec(`UPDATE run_rows SET state = 'ready'`)
    const id = library.keep(request)
    library.database.sql.prepare(`UPDATE links SET state = 'pending', link = NULL WHERE id = ?`).run(id)
    const queue = createSendQueue(library.database)
    expect(queue.take(run, 10)).toEqual(waiting)
    createRecords(library.database).end(id, failed)
    expect(queue.take(run, 10)).toEqual({ rows: [], existing: 1, isLast: true })
    expect(library.database.sql.prepare('SELECT link FROM run_rows').get()).toEqual({
      link: 'https://l.example/earlier',
    })
  })

  it('waits, and is sent if the create failed', async () => {
    const { run, id, queue, records } = await beginBoth()
    expect(queue.take(run, 1)).toEqual(waiting)
    records.end(id, failed)
    expect(queue.take(run, 1)).toMatchObject({ rows: [{ number: 1 }], isLast: true })
  })

  it('does not wait for good, because a result may be lost', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { run, queue } = await beginBoth()
    expect(queue.take(run, 10)).toEqual(waiting)
    vi.advanceTimersByTime(300_000)
    expect(queue.take(run, 10)).toEqual({ rows: [], existing: 1, isLast: true })
  })
})
