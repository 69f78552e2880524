import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '../../../contract/calls.ts'
import { getIndexer } from '../../../core/library/index/indexer.ts'
import type { Indexer } from '../../../core/library/index/indexer.ts'
import { runInTransaction } from '../../../core/library/transaction.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { prepareRun, waitForRunState } from '../harness/run.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

describe('deferred updates of the index', () => {
  let library: TestLibrary
  let indexer: Indexer
  beforeEach(() => open())
  afterEach(() => library.database.sql.close())

  function open(): void {
    library = testLibrary(folder)
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
      indexer.updateLater(...ids)
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
    indexer.catchUp()
    expect(library.ids()).toEqual(ids.toReversed())
  })

  it('a deferred update of the index is done when no more changes come', async () => {
    const ids = addLater(500)
    await expect.poll(readIndexedIds, { interval: 10 }).toEqual(ids)
  })

  it('a deferred update of the index is redone at the next start, even after an immediate update', () => {
    const changed = library.keep({ title: 'Before' })
    runInTransaction(library.database.sql, () => {
      library.database.sql
        .prepare('UPDATE links SET request = ? WHERE id = ?')
        .run('{"title":"After"}', changed)
      indexer.updateLater(changed)
    })
    library.keep({ title: 'Between' })
    expect(library.ids({ search: 'between' })).toHaveLength(1)
    expect(library.ids({ search: 'after' })).toEqual([])
    reopen()
    expect(library.ids({ search: 'after' })).toEqual([changed])
  })

  it('a deferred update of the index that was interrupted is redone at the next start', async () => {
    const ids = addLater(2_000)
    await expect.poll(() => readIndexedIds().length, { interval: 1 }).toBeGreaterThan(0)
    expect(readIndexedIds().length).toBeLessThan(2_000)
    reopen()
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
    indexer.catchUp()
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
  await app.get('runs.start', { id, count: rows })
  await waitForRunState(app, id, 'tried')
  await app.get('runs.resume', { id })
  await waitForRunState(app, id, 'done')
  const view = { search: 'row' } satisfies CallInput<'library.search'>['view']
  const { rows: found } = await app.get('library.search', { view, limit: 100 })
  expect(found).toHaveLength(rows)
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['created']))
  await app.core.close()
})
