import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localChange } from '../../../contract/app/calls/links/library.ts'
import { trackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { libraryView } from '../../../contract/app/library/view.ts'
import { LibraryInterruptedError } from '../../../core/folder/storageProblem.ts'
import { createBackupSchedule } from '../../../core/library/backupSchedule.ts'
import { purgeOldRemovals } from '../../../core/library/collection/removals.ts'
import { createExporting } from '../../../core/library/exporting/exporting.ts'
import { createRecords } from '../../../core/library/records.ts'
import { createRestores } from '../../../core/library/restores.ts'
import { createRuleStore } from '../../../core/library/rules.ts'
import { createPlanRows } from '../../../core/library/runs/changes/planRows.ts'
import type { PlannedRow } from '../../../core/library/runs/changes/planRows.ts'
import { createResults } from '../../../core/library/runs/results/results.ts'
import { createRuns } from '../../../core/library/runs/runs.ts'
import { createUnfinishedTables } from '../../../core/library/runs/sheets/unfinishedTables.ts'
import { mapInSteps, stopLongWork } from '../../../core/library/step.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { insertRun } from '../harness/runs.ts'
import { shortenSteps } from '../harness/steps.ts'

let folder: string
let library: TestLibrary
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
})
afterEach(async () => {
  vi.restoreAllMocks()
  library.database.sql.close()
  await removeFolder(folder)
})

const view = libraryView.parse({})
const broken = libraryView.parse({ breaksRules: true })
const profile = { profileId: 'p', profileName: 'Shop', environment: 'production' } as const

const keepLinks = (count: number) => library.fill(count, (at) => ({ title: `Link ${at}`, tags: '["a"]' }))
const addRun = (count: number) =>
  insertRun(library.database, {
    header: ['Title'],
    rows: Array.from({ length: count }, (_, at) => [`Row ${at}`]),
  })
const readCount = (statement: string, ...values: string[]) =>
  Number(library.database.sql.prepare(`SELECT count(*) AS count FROM ${statement}`).get(...values)?.['count'])
const countRows = (run: string) => readCount('run_rows WHERE run = ?', run)

/** Returns the number of turns that other work had before this work was done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false]
  const ended = work.finally(() => (isDone = true))
  for (; !isDone; turns++) await nextTurn()
  await ended
  return turns
}

describe('work on runs ends by time', () => {
  it('rows to plan are read and saved in steps', async () => {
    const planRows = createPlanRows(library.database)
    const id = randomUUID()
    const change = { kind: 'same', change: { patch: { title: 'New' } } } as const
    await planRows.collect(id, { ids: keepLinks(6) })
    planRows.create({ ...profile, id, name: 'Changed links', change })
    shortenSteps()
    const reading = planRows.next(id, 0, 200)
    expect(await countTurns(reading)).toBeGreaterThan(1)
    expect((await reading).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    const saving = planRows.save(id, [1, 2, 3, 4, 5, 6].map(toPlanned))
    const countReady = () => readCount(`run_rows WHERE run = ? AND state = 'ready'`, id)
    expect(countReady()).toBe(2)
    expect(await countTurns(saving)).toBeGreaterThan(1)
    expect(countReady()).toBe(6)
  })

  it('rows are planned in steps', async () => {
    shortenSteps()
    const planning = mapInSteps([1, 2, 3, 4, 5, 6, 7], (number) => toPlanned(number).number)
    expect(await countTurns(planning)).toBeGreaterThan(2)
    expect(await planning).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('links of a view are collected in steps', async () => {
    keepLinks(6)
    const planRows = createPlanRows(library.database)
    const id = randomUUID()
    const { last: until } = await library.collection.extent(view)
    shortenSteps()
    const collecting = planRows.collect(id, { view, after: 0, until })
    expect(await countTurns(collecting)).toBeGreaterThan(1)
    expect(await collecting).toEqual({ links: 6, next: null })
    expect(countRows(id)).toBe(6)
  })

  it('rows to undo, and rows of a repeated run, are copied in steps', () => {
    const run = addRun(6)
    const [undo, repeat] = [randomUUID(), randomUUID()]
    const planRows = createPlanRows(library.database)
    const runs = createRuns(library.database)
    library.database.sql.exec(`
      UPDATE run_rows SET change_id = 'change' || number, target = 'link' || number;
      INSERT INTO link_changes (id, link, patch, version, state, back, made_at)
      SELECT change_id, target, '{}', '{}', 'applied', '{}', '2026' FROM run_rows`)
    shortenSteps()
    expect(planRows.collectUndoable(undo, run, 0)).toBe(2)
    expect(countRows(undo)).toBe(2)
    expect(planRows.collectUndoable(undo, run, 4)).toBeNull()
    expect(runs.copyRows(run, repeat, 0)).toBe(2)
    expect(countRows(repeat)).toBe(2)
    expect(runs.copyRows(run, repeat, 4)).toBeNull()
    expect(countRows(repeat)).toBe(4)
  })

  it('rows of an unfinished table are deleted in steps', () => {
    const run = addRun(45)
    const { remove } = createUnfinishedTables(library.database.sql)
    shortenSteps()
    expect(remove(run)).toBe(true)
    expect(countRows(run)).toBe(25)
    expect(remove(run)).toBe(true)
    expect(remove(run)).toBe(false)
    expect(countRows(run)).toBe(0)
  })

  it('results are written in steps', async () => {
    const run = addRun(120)
    const results = createResults(library.database)
    const [id, file] = [randomUUID(), join(folder, 'results.csv')]
    expect(results.begin({ id, file, run, what: 'results', format: 'csv' })).toBe(120)
    shortenSteps()
    expect(await results.step(id)).toMatchObject({ links: 50, next: 0 })
    expect(await results.step(id)).toMatchObject({ links: 50, next: 0 })
    expect(await results.step(id)).toMatchObject({ links: 20, next: null })
    expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(121)
  })
})

const toPlanned = (number: number): PlannedRow => ({
  ...{ number, state: 'ready', target: null, patch: { title: 'New' }, version: null },
  ...{ fields: {}, errors: [], warnings: [] },
})

describe('work on links ends by time', () => {
  it('many links are changed in steps', async () => {
    keepLinks(6)
    const { last: until } = await library.collection.extent(view)
    shortenSteps()
    const marking = library.collection.mark(
      { view, after: 0, until },
      localChange.parse({ starred: true }),
      randomUUID(),
    )
    expect(readCount('links WHERE starred = 1')).toBe(2)
    expect(await countTurns(marking)).toBeGreaterThan(1)
    expect(readCount('links WHERE starred = 1')).toBe(6)
  })

  it('links are exported in steps', async () => {
    keepLinks(25)
    const exporting = createExporting(library.database)
    const [id, file] = [randomUUID(), join(folder, 'links.csv')]
    const format = { kind: 'csv', columns: ['title'] } as const
    const request = { ...{ id, file, format, app: '1' }, qrStyles: {}, which: { view } }
    expect(await exporting.begin(request)).toBe(25)
    shortenSteps()
    const written: number[] = []
    for (let next: number | null = 0; next !== null;) {
      const batch = await exporting.step(id)
      written.push(batch.links)
      next = batch.next
    }
    expect(Math.max(...written)).toBe(10)
    expect(written.reduce((sum, links) => sum + links)).toBe(25)
  })

  it('an export of everything has more links than are read at a time', async () => {
    keepLinks(520)
    const exporting = createExporting(library.database)
    const [id, file] = [randomUUID(), join(folder, 'everything.csv')]
    const format = { kind: 'csv', columns: ['title'] } as const
    const request = { ...{ id, file, format, app: '1' }, qrStyles: {}, which: { everything: true } as const }
    expect(await exporting.begin(request)).toBe(520)
    for (let next: number | null = 0; next !== null;) ({ next } = await exporting.step(id))
    const titles = readFileSync(file, 'utf8').trimEnd().split('\r\n').slice(1)
    expect(new Set(titles).size).toBe(520)
  })

  it('a step of a search gets further however long the search takes to begin', async () => {
    keepLinks(20)
    const { sql } = library.database
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 4))
    const prepare = sql.prepare.bind(sql)
    vi.spyOn(sql, 'prepare').mockImplementation((text) => {
      const statement = prepare(text)
      const iterate = statement.iterate.bind(statement)
      vi.spyOn(statement, 'iterate').mockImplementation(function* (...values) {
        // The time until the first link is found.
        now += 1_000
        yield* iterate(...(values as string[]))
        return undefined
      })
      return statement
    })
    const count = library.collection.count({ view: libraryView.parse({ search: 'link' }) })
    expect(await countTurns(count)).toBeLessThan(8)
    expect(await count).toEqual({ total: 20, atLeast: false })
  })

  it('links are counted and their values collected in steps', async () => {
    keepLinks(20)
    shortenSteps()
    const count = library.collection.count({ view })
    expect(await countTurns(count)).toBeGreaterThan(8)
    expect(await count).toEqual({ total: 20, atLeast: false })
    const facets = library.collection.facets({ of: 'tags', view, prefix: '', limit: 10 })
    expect(await countTurns(facets)).toBeGreaterThan(8)
    expect(await facets).toEqual({ values: [{ value: 'a', count: 20 }], sampled: false })
  })

  it('links are compared with the rules in steps, and again only after a change', async () => {
    const [first = ''] = keepLinks(20)
    const rules = createRuleStore(library.database)
    const count = async () => (await library.collection.count({ view: broken })).total
    const search = () => library.collection.search({ view: broken, limit: 50 })
    rules.save('p', trackingRules.parse({ tags: { values: ['b'] } }))
    shortenSteps()
    expect(search()).toMatchObject({ partial: true, rows: [{}, {}] })
    expect(await countTurns(count())).toBeGreaterThan(8)
    expect(search()).toMatchObject({ partial: false, rows: { length: 20 } })
    rules.save('p', trackingRules.parse({ tags: { values: ['a'] } }))
    expect(search()).toMatchObject({ partial: true, rows: [] })
    expect(await count()).toBe(0)
    await library.collection.mark({ ids: [first] }, localChange.parse({ addTags: ['c'] }), randomUUID())
    expect(search()).toMatchObject({ partial: false, rows: [{ id: first }] })
    await library.collection.remove({ ids: [first] }, randomUUID())
    expect(search()).toMatchObject({ partial: false, rows: [] })
  })

  it('comparing links with the rules ends when the app closes', async () => {
    keepLinks(6)
    createRuleStore(library.database).save('p', trackingRules.parse({ tags: { values: ['b'] } }))
    shortenSteps()
    const count = library.collection.count({ view: broken })
    stopLongWork(library.database.sql)
    await expect(count).rejects.toThrow(LibraryInterruptedError)
  })

  it('a backup is restored in steps', async () => {
    keepLinks(6)
    const schedule = createBackupSchedule(library.database, folder)
    const backup = await schedule.backUpNow([])
    library.database.sql.exec('DELETE FROM links')
    const restores = createRestores(library.database, folder)
    const started = await restores.begin(typeof backup === 'string' ? backup : (backup?.name ?? ''))
    shortenSteps()
    const added: number[] = []
    for (let next: number | null = 0; next !== null;) {
      const step = restores.step(started?.id ?? '')
      added.push(step.links)
      next = step.next
    }
    restores.end(started?.id ?? '')
    expect(Math.max(...added)).toBeLessThan(6)
    expect(added.reduce((sum, links) => sum + links)).toBe(6)
    expect(readCount('links')).toBe(6)
  })

  it('links that were looked up are added in steps', async () => {
    const { addMany } = createRecords(library.database)
    const links = Array.from({ length: 6 }, (_, at) => ({
      ...{ id: randomUUID(), ...profile, path: `p${at}`, link: `https://l.example/p${at}` },
      ...{ answer: '{}', createdAt: new Date().toISOString() },
    }))
    shortenSteps()
    expect(await countTurns(addMany(links))).toBeGreaterThan(1)
    expect(readCount('links')).toBe(6)
  })

  it('removed links that can’t be restored any more are deleted in steps', () => {
    const { sql } = library.database
    keepLinks(6)
    sql.exec(
      `INSERT INTO removed_links (id, entry, undo, removed_at) SELECT id, '{}', id, '2020-01-01' FROM links`,
    )
    shortenSteps()
    purgeOldRemovals(sql)
    const left = readCount('removed_links')
    expect([left > 0, left < 6]).toEqual([true, true])
    while (readCount('removed_links') > 0) purgeOldRemovals(sql)
  })

  it('the index of removed links is cleared in steps after a start', async () => {
    keepLinks(1_000)
    const { sql } = library.database
    sql.exec('DELETE FROM links WHERE rowid > 900')
    sql.close()
    shortenSteps()
    library = testLibrary(folder, { isIndexed: false })
    expect(library.database.backfill.isDone()).toBe(false)
    expect(readCount('entries')).toBeGreaterThan(900)
    vi.restoreAllMocks()
    await library.database.backfill.finish()
    expect(readCount('entries')).toBe(900)
  })
})
