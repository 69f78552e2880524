import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { libraryView } from '../../../contract/app/library/view.ts'
import { getIndexer } from '../../../core/library/index/indexer.ts'
import type { Indexer } from '../../../core/library/index/indexer.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { prepareRun, waitForRunState } from '../harness/run.ts'
import { shortenSteps, stopAfter } from '../harness/steps.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await removeFolder(folder)
})

describe('deferred updates of the index', () => {
  let library: TestLibrary
  let indexer: Indexer
  beforeEach(() => open())
  afterEach(() => library.database.sql.close())

  function open(): void {
    library = testLibrary(folder, { isIndexed: false })
    indexer = getIndexer(library.database.sql)
  }
  function reopen(): void {
    library.database.sql.close()
    open()
  }
  /** Adds links that wait to be indexed, newest last. */
  const addLater = (count: number) =>
    runInTransaction(library.database.sql, () => {
      const ids = addLinks(library.database.sql, count)
      indexer.update(...ids)
      return ids
    })
  const readIndexedIds = () =>
    library.database.sql
      .prepare('SELECT id FROM entries ORDER BY seq')
      .all()
      .map(({ id }) => id)

  it('a deferred update of the index is done before it is read', () => {
    const ids = addLater(3)
    expect(readIndexedIds()).toEqual([])
    void library.database.backfill.catchUp()
    expect(library.ids()).toEqual(ids.toReversed())
  })

  it('a deferred update of the index is done when no more changes come', async () => {
    const ids = addLater(500)
    await expect.poll(readIndexedIds, { interval: 10 }).toEqual(ids)
  })

  it('a deferred update of the index is redone at the next start, even if later ones were done', () => {
    const [first = '', second = ''] = addLater(2)
    indexer.indexWaiting(stopAfter(1))
    runInTransaction(library.database.sql, () => indexer.update(first))
    expect(readIndexedIds()).toEqual([first])
    reopen()
    expect(readIndexedIds()).toEqual([first, second])
  })

  it('a deferred update of the index is redone at the next start after its number was used twice', () => {
    const rollBack = () =>
      runInTransaction(library.database.sql, () => {
        addLater(3)
        throw new Error('Taken back.')
      })
    expect(rollBack).toThrow('Taken back.')
    const ids = addLater(2)
    // The removed links keep their places before the others.
    indexer.indexWaiting(stopAfter(4))
    expect(readIndexedIds()).toEqual(ids.slice(0, 1))
    reopen()
    expect(readIndexedIds()).toEqual(ids)
  })

  it('a deferred update of the index that is not possible leaves the library readable, and is done later', async () => {
    const [id = ''] = addLater(1)
    const other = new DatabaseSync(join(folder, 'library-index.db'))
    other.exec('BEGIN IMMEDIATE')
    const read = () => library.collection.search({ view: libraryView.parse({}), limit: 10 })
    const count = () => library.collection.count({ view: libraryView.parse({}) })
    expect(read()).toMatchObject({ rows: [], partial: true })
    expect(await count()).toEqual({ total: 0, atLeast: true })
    other.close()
    expect(read()).toMatchObject({ rows: [{ id }], partial: false })
  })

  it('a deferred update of many links takes turns with other work', async () => {
    const ids = addLater(12)
    shortenSteps()
    const waiting = library.database.backfill.catchUp()
    expect(readIndexedIds()).toEqual(ids.slice(0, 5))
    await nextTurn()
    expect(readIndexedIds()).toEqual(ids.slice(0, 10))
    await waiting
    expect(readIndexedIds()).toEqual(ids)
  })

  it('a deferred update of many links at a start takes turns with other work, and is redone after a second crash', async () => {
    const ids = addLater(200)
    shortenSteps()
    reopen()
    expect(readIndexedIds().length).toBeLessThan(100)
    reopen()
    vi.restoreAllMocks()
    await library.database.backfill.finish()
    expect(readIndexedIds()).toEqual(ids)
  })

  it('a deferred update of the index that was interrupted is redone at the next start', async () => {
    const ids = addLater(2_000)
    await expect.poll(() => readIndexedIds().length, { interval: 1 }).toBeGreaterThan(0)
    expect(readIndexedIds().length).toBeLessThan(2_000)
    reopen()
    await library.database.backfill.finish()
    expect(readIndexedIds()).toEqual(ids)
  })

  it('a deferred update of the index is skipped if its transaction was rolled back', () => {
    const rollBack = () =>
      runInTransaction(library.database.sql, () => {
        addLater(2)
        throw new Error('Taken back.')
      })
    expect(rollBack).toThrow('Taken back.')
    const ids = addLater(2)
    void library.database.backfill.catchUp()
    expect(readIndexedIds()).toEqual(ids)
    reopen()
    expect(readIndexedIds()).toEqual(ids)
  })
})

it('the links of a run are in lists and searches as soon as they are created', async () => {
  const app = await startApp(folder)
  const profile = await app.get('profiles.tryLocal', {})
  const rows = 40
  const id = await prepareRun(app, { profileId: profile.id, environment: 'production' }, rows)
  await app.get('runs.move', { event: 'start', id, count: rows })
  await waitForRunState(app, id, 'tried')
  await app.get('runs.move', { event: 'resume', id })
  await waitForRunState(app, id, 'done')
  const view = { search: 'row' } satisfies CallInput<'library.search'>['view']
  const { rows: found } = await app.get('library.search', { view, limit: 100 })
  expect(found).toHaveLength(rows)
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['created']))
  await app.core.close()
})
