import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { libraryView } from '../../../contract/app/library/view.ts'
import type { LibraryViewInput } from '../../../contract/app/library/view.ts'
import { createChecks } from '../../../core/library/checks/checks.ts'
import { createRecords } from '../../../core/library/records.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { shortenSteps } from '../harness/steps.ts'

let folder: string
let library: TestLibrary

const start = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
const end = start + 10 * minute

beforeEach(async () => {
  folder = await temporaryFolder()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  library = testLibrary(folder)
})
afterEach(async () => {
  if (library.database.sql.isOpen) library.database.sql.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  await removeFolder(folder)
})

/** The service's response for a link that ends. */
const answerEnding = (at = end, active = true) =>
  JSON.stringify({ link: { title: 'Sale', active, active_until: new Date(at).toISOString() } })

const page = (view: LibraryViewInput = {}) =>
  library.collection.search({ view: libraryView.parse(view), limit: 50 })
const lastChecks = () => page({ sort: 'oldest' }).rows.map(({ lastCheck }) => lastCheck)
const count = (view: LibraryViewInput) => library.collection.count({ view: libraryView.parse(view) })
const facet = async () => {
  const view = libraryView.parse({})
  return (await library.collection.facets({ of: 'check', view, prefix: '', limit: 10 })).values
}

describe('a link whose end date passes', () => {
  it('a link that ends is marked as off in lists, filters, counts and its record, without a check', async () => {
    const id = library.keep({ title: 'Sale' }, { answer: answerEnding() })
    library.keep({ title: 'Endless' })
    expect(lastChecks()).toEqual([null, null])
    expect(page().nextEnd).toBe(end)
    vi.setSystemTime(end - 1)
    expect(library.ids({ checks: ['inactive'] })).toEqual([])
    vi.setSystemTime(end)
    expect(library.ids({ checks: ['inactive'] })).toEqual([id])
    expect(library.ids({ search: 'is:inactive sale' })).toEqual([id])
    expect(lastChecks()).toEqual(['inactive', null])
    expect(await count({ search: 'is:inactive' })).toEqual({ total: 1, atLeast: false })
    expect(await count({ search: '-is:inactive' })).toEqual({ total: 1, atLeast: false })
    expect(await facet()).toEqual([{ value: 'inactive', count: 1 }])
    expect(createRecords(library.database).get(id)?.lastCheck).toBe('inactive')
    expect(page().nextEnd).toBeNull()
  })

  it('a count alone notices that a link has ended', async () => {
    library.keep({ title: 'Sale' }, { answer: answerEnding() })
    vi.setSystemTime(end)
    expect(await count({ checks: ['inactive'] })).toEqual({ total: 1, atLeast: false })
  })

  it('a link that ended while the app was closed is marked at the next start', () => {
    const id = library.keep({ title: 'Sale' }, { answer: answerEnding() })
    library.database.sql.close()
    vi.setSystemTime(end + minute)
    library = testLibrary(folder)
    expect(library.ids({ checks: ['inactive'] })).toEqual([id])
  })

  it('a link that someone extended is no longer marked as off after the next check', () => {
    const id = library.keep({ title: 'Sale' }, { answer: answerEnding() })
    vi.setSystemTime(end)
    expect(lastChecks()).toEqual(['inactive'])
    createChecks(library.database).save(id, answerEnding(end + minute), new Date(end).toISOString())
    expect(lastChecks()).toEqual(['same'])
    expect(page().nextEnd).toBe(end + minute)
  })

  it('a link is no longer marked as off if the clock was ahead and is set back', async () => {
    library.keep({ title: 'Sale' }, { answer: answerEnding() })
    vi.setSystemTime(end)
    expect(lastChecks()).toEqual(['inactive'])
    vi.setSystemTime(start)
    expect(lastChecks()).toEqual([null])
    expect((await count({ checks: ['inactive'] })).total).toBe(0)
    expect(page().nextEnd).toBe(end)
  })

  it('the end date does not matter to a link that is switched off or gone', () => {
    library.keep({ title: 'Off' }, { answer: answerEnding(end, false) })
    const gone = library.keep({ title: 'Gone' }, { answer: answerEnding() })
    createChecks(library.database).save(gone, null, new Date(start).toISOString())
    expect(page().nextEnd).toBeNull()
    vi.setSystemTime(end)
    expect(lastChecks()).toEqual(['inactive', 'gone'])
  })

  it('an ended link that cannot be marked leaves the library readable, and is marked later', async () => {
    const id = library.keep({ title: 'Sale' }, { answer: answerEnding() })
    vi.setSystemTime(end)
    const other = new DatabaseSync(join(folder, 'library.db'))
    other.exec('BEGIN IMMEDIATE')
    expect(page()).toMatchObject({ rows: [{ id, lastCheck: null }], partial: true })
    expect(await count({ checks: ['inactive'] })).toEqual({ total: 0, atLeast: true })
    other.close()
    expect(page()).toMatchObject({ rows: [{ id, lastCheck: 'inactive' }], partial: false })
  })

  it('a link that ends at the moment when a view is read does not interrupt that', async () => {
    library.keep({ title: 'Sale' }, { answer: answerEnding() })
    const extent = library.collection.extent(libraryView.parse({}))
    vi.setSystemTime(end)
    expect(await extent).toMatchObject({ links: 1 })
  })

  it('many links that end together are marked in steps, and until then results are partial', async () => {
    library.fill(700, () => ({ title: 'Plain' }))
    library.database.sql.exec(
      `UPDATE links SET answer = '${answerEnding().replaceAll("'", "''")}'; DELETE FROM entries; DELETE FROM words`,
    )
    library.database.sql.close()
    library = testLibrary(folder)
    library.keep({ title: 'Later' }, { answer: answerEnding(end + minute) })
    await library.database.backfill.finish()
    expect(page()).toMatchObject({ partial: false, nextEnd: end })
    shortenSteps()
    vi.setSystemTime(end)
    expect(page()).toMatchObject({ partial: true, nextEnd: end + minute })
    expect((await count({ checks: ['inactive'] })).atLeast).toBe(true)
    await library.database.backfill.finish()
    expect(page()).toMatchObject({ partial: false, nextEnd: end + minute })
    expect(await count({ checks: ['inactive'] })).toEqual({ total: 700, atLeast: false })
  })
})
