import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import type { ValidationStandards } from '../../../../contract/app/runs/rowValidator.ts'
import type { RunRows } from '../../../../core/library/runs/rows.ts'
import { createTeamLists } from '../../../../core/library/team/teamLists.ts'
import { createSuggestions } from '../../../../core/suggestions/suggestions.ts'
import { createRuns } from '../../../../core/library/runs/runs.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import type { TestLibrary } from '../../harness/library.ts'
import {
  checkAll,
  insertRun,
  ours,
  readWarnings,
  createTestRunRows,
  readRowsShown,
} from '../../harness/runs.ts'

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

const change = randomUUID()
const header = ['Title', 'URL', 'Source']
const row = (name: string | number, source = 'twitter') => [
  `Title ${name}`,
  `https://a.example/${name}`,
  source,
]

/** Rules of thousands of similar sources, none of which is near the ones in the rows. */
const slowRules = trackingRules.parse({
  source: {
    values: Array.from({ length: 2_000 }, (_, at) => `${String.fromCharCode(0x4e_00 + at)}${'x'.repeat(90)}`),
  },
})

/** A checked run with these rows. */
async function createCheckedRun(...table: string[][]): Promise<string> {
  const run = insertRun(library.database, { header, rows: table })
  await checkAll(rows, run)
  return run
}

const readSentNumbers = (run: string) =>
  library.database.sql.prepare('SELECT number, request FROM run_rows WHERE run = ? ORDER BY number').all(run)

describe('a check', () => {
  it('a check stores what each row would send, or why it cannot', async () => {
    const run = await createCheckedRun(row(1), ['Title', 'example.com', ''], row(3))
    expect(rows.run(run)).toMatchObject({
      checked: true,
      counts: { ready: 2, faulty: 1, skipped: 0 },
      withWarnings: 0,
    })
    const [first, second] = await readRowsShown(rows, run)
    expect(first).toMatchObject({ number: 1, state: 'ready', errors: [], cells: row(1) })
    expect(second).toMatchObject({ number: 2, state: 'faulty', errors: [{ column: 1 }] })
    const requests = readSentNumbers(run).map(({ request }) => request === null)
    expect(requests).toEqual([false, true, false])
    expect(JSON.parse(String(readSentNumbers(run)[0]?.['request']))).toMatchObject({
      title: 'Title 1',
      tracking_source: 'twitter',
    })
  })

  it('a check keeps the warnings found while reading the rows', async () => {
    const notes = {
      1: { errors: [{ column: 0, text: 'Cut off.' }], warnings: [] },
      2: { errors: [], warnings: [{ column: 1, text: 'Was a date.' }] },
    }
    const run = insertRun(library.database, { header, rows: [row(1), row(2)], notes })
    await checkAll(rows, run)
    expect(await readRowsShown(rows, run)).toMatchObject([
      { state: 'faulty', errors: [{ column: 0, text: 'Cut off.' }] },
      { state: 'ready', warnings: [{ column: 1, text: 'Was a date.' }] },
    ])
    await rows.edit(run, [{ number: 1, column: 0, text: 'Short' }], ours)
    expect((await readRowsShown(rows, run))[0]).toMatchObject({ state: 'ready', errors: [] })
  })

  it('a check uses the profile’s settings', async () => {
    const run = insertRun(library.database, { header, rows: [['x'.repeat(300), 'https://l.example/a', '']] })
    const otherStandards: ValidationStandards = { ours: false, linkHosts: ['l.example'] }
    await checkAll(rows, run, { standards: otherStandards })
    expect(await readRowsShown(rows, run)).toMatchObject([
      { state: 'ready', errors: [], warnings: [{ column: 0 }, { column: 1 }] },
    ])
    await checkAll(rows, run, { standards: { ...otherStandards, ours: true } })
    expect(await readRowsShown(rows, run)).toMatchObject([
      { state: 'faulty', errors: [{ column: 0 }, { column: 1 }] },
    ])
  })

  it('a check is done only after its last batch, and starts over after a restart', async () => {
    const run = insertRun(library.database, {
      header,
      rows: Array.from({ length: 2_500 }, (_, at) => row(at)),
    })
    const { check } = rows.beginCheck(run, ours)
    const first = await rows.nextCheck(check)
    expect(first.isLast).toBe(false)
    expect(first.done).toBeGreaterThan(0)
    expect(first.done).toBeLessThan(2_500)
    expect(rows.run(run).checked).toBe(false)
    const restarted = createTestRunRows(library.database)
    expect(await restarted.nextCheck(check)).toEqual({ done: 0, isLast: true })
    expect(restarted.run(run).checked).toBe(false)
    await checkAll(restarted, run)
    expect(restarted.run(run)).toMatchObject({ checked: true, counts: { ready: 2_500 } })
  })

  it('a check is replaced by a later one of the same run', async () => {
    const run = insertRun(library.database, { header, rows: [row(1)] })
    const first = rows.beginCheck(run, ours)
    const second = rows.beginCheck(run, ours)
    expect(await rows.nextCheck(first.check)).toEqual({ done: 0, isLast: true })
    expect(rows.run(run).checked).toBe(false)
    expect(await rows.nextCheck(second.check)).toEqual({ done: 1, isLast: true })
    expect(rows.run(run).checked).toBe(true)
  })

  it('a check starts over after the mapping was changed, and loses no edit', async () => {
    const table = Array.from({ length: 2_500 }, (_, at) => row(at))
    const run = insertRun(library.database, { header, rows: table })
    const columns = header.map(() => ({ to: 'nothing' as const }))
    await checkAll(rows, run, {
      between: async (done) => {
        if (done === 0 || done === 2_500) return
        if (rows.run(run).mapping.template.title !== undefined) return
        rows.keepMapping(run, { columns, template: { title: 'All {{Title}}' } })
        await rows.edit(
          run,
          [1, 1_500, 2_400].map((number) => ({ number, column: 0, text: 'fixed' })),
          ours,
        )
      },
    })
    expect(rows.run(run)).toMatchObject({ checked: true, repeated: 2, counts: { ready: 2_498, existing: 2 } })
    const titles = readSentNumbers(run).map(
      ({ request }) => (JSON.parse(String(request)) as { title: string }).title,
    )
    expect(titles.filter((title) => title === 'All fixed')).toHaveLength(3)
    expect(titles.every((title) => title.startsWith('All '))).toBe(true)
    // All three now create the same link, which only the first row does.
    expect(await readWarnings(rows, run)).toMatchObject({
      1500: expect.arrayContaining(['Row 1 makes the same link.']) as string[],
    })
  })

  it('a check with slow rules answers other calls after each step', async () => {
    const isSlow = { ...ours, rules: slowRules }
    const table = Array.from({ length: 600 }, (_, at) => row(at, `${'x'.repeat(88)}${at}`))
    const run = insertRun(library.database, { header, rows: table })
    const { check } = rows.beginCheck(run, isSlow)
    const doneCounts: number[] = []
    for (let isLast = false; !isLast;) {
      const batch = await rows.nextCheck(check)
      doneCounts.push(batch.done)
      isLast = batch.isLast
    }
    expect(doneCounts.length).toBeGreaterThan(2)
    expect(doneCounts.at(-1)).toBe(600)
    expect(rows.run(run)).toMatchObject({ checked: true, counts: { faulty: 600 } })
  })

  it('rows given by number are skipped', async () => {
    const run = await createCheckedRun(row(1), row(2), row(3))
    await rows.skip(run, { which: [3, 1, 3], skip: true }, ours)
    const states = (await readRowsShown(rows, run)).map(({ state }) => state)
    expect(states).toEqual(['skipped', 'ready', 'skipped'])
  })

  it('a check handles hostile tables', async () => {
    const wide = Array.from({ length: 400 }, (_, at) => (at === 0 ? '__proto__' : `c${at}`))
    const hostileTables = [
      wide.map(() => 'x'.repeat(65_536)),
      wide.map(() => '\u0000\u202e'),
      wide.map(() => '{{'.repeat(1_000)),
      wide.map(() => '=HYPERLINK("https://evil.example","x")'),
      [],
    ]
    const template = {
      title: '{{__proto__}}',
      tags: '{{c1}}, {{c2}}x',
      data: '{"a":"{{c3}}","b":{{c4}}}',
      everyone: 'https://a.example/{{c5}}',
    }
    const mapping = { columns: wide.map(() => ({ to: 'nothing' as const })), template }
    const run = insertRun(library.database, { header: wide, rows: hostileTables, mapping })
    await checkAll(rows, run)
    expect(rows.run(run)).toMatchObject({ checked: true, counts: { faulty: 5 } })
    // Pages of huge rows are short.
    const page = rows.page(run, { show: 'all', after: 0, limit: 100 })
    expect(page).toMatchObject({ rows: [{ number: 1 }], next: 1 })
    expect((await readRowsShown(rows, run)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('rows that create the same link', () => {
  it('rows that create the same link are reported at the first one', async () => {
    const run = await createCheckedRun(row('a'), row('b'), row('a'), row('a'))
    expect(await readWarnings(rows, run)).toEqual({
      3: ['Row 1 makes the same link.'],
      4: ['Row 1 makes the same link.'],
    })
    // They are counted as rows that repeat another.
    expect(rows.run(run)).toMatchObject({ repeated: 2, withWarnings: 0 })
  })

  it('rows that create the same link are updated when one of them is edited', async () => {
    const run = await createCheckedRun(row('a'), row('b'), row('a'), row('a'))
    const edit = (number: number, name: string) =>
      rows.edit(
        run,
        row(name).map((text, column) => ({ number, column, text })),
        ours,
      )
    await edit(1, 'c')
    expect(await readWarnings(rows, run)).toEqual({ 4: ['Row 3 makes the same link.'] })
    await edit(1, 'b')
    expect(await readWarnings(rows, run)).toEqual({
      2: ['Row 1 makes the same link.'],
      4: ['Row 3 makes the same link.'],
    })
    await edit(3, 'b')
    expect(await readWarnings(rows, run)).toEqual({
      2: ['Row 1 makes the same link.'],
      3: ['Row 1 makes the same link.'],
    })
    await edit(1, 'a')
    expect(await readWarnings(rows, run)).toEqual({
      3: ['Row 2 makes the same link.'],
      4: ['Row 1 makes the same link.'],
    })
  })

  it('rows that create the same link are not counted while they are skipped', async () => {
    const run = await createCheckedRun(row('a'), row('a'), row('a'))
    const skip = (which: number[], skip: boolean) => rows.skip(run, { which, skip }, ours)
    await skip([1], true)
    expect(await readWarnings(rows, run)).toEqual({ 3: ['Row 2 makes the same link.'] })
    await skip([1], false)
    expect(await readWarnings(rows, run)).toEqual({
      2: ['Row 1 makes the same link.'],
      3: ['Row 1 makes the same link.'],
    })
  })

  it('rows that create the same link are reported as by a full check, regardless of earlier edits', async () => {
    const run = await createCheckedRun(...Array.from({ length: 30 }, (_, at) => row(at % 7)))
    let seed = 7
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
    for (let round = 0; round < 200; round++) {
      // Restarts the app now and then, so that nothing is kept in memory.
      if (round % 60 === 59) rows = createTestRunRows(library.database)
      const number = 1 + random(30)
      if (random(4) === 0) await rows.skip(run, { which: [number], skip: random(2) === 0 }, ours)
      else
        await rows.edit(
          run,
          row(random(7)).map((text, column) => ({ number, column, text })),
          ours,
        )
    }
    const edited = (await readRowsShown(rows, run)).filter(({ state }) => state !== 'skipped')
    await checkAll(rows, run)
    expect((await readRowsShown(rows, run)).filter(({ state }) => state !== 'skipped')).toEqual(edited)
    expect(edited.some(({ warnings }) => warnings.length > 0)).toBe(true)
  })
})

describe('links that the library has', () => {
  const request = {
    title: 'Title a',
    ios_custom_redirect: { open_app_if_installed: true, url: 'https://a.example/a' },
    android_custom_redirect: { url: 'https://a.example/a' },
    desktop_custom_redirect: { url: 'https://a.example/a' },
    tracking_source: 'twitter',
  }

  it('existing links are not created again, and their rows have the existing link', async () => {
    library.keep(request)
    library.keep({ ...request, title: 'Another' })
    const run = await createCheckedRun(row('a'), row('b'))
    expect(rows.run(run)).toMatchObject({ counts: { ready: 1, existing: 1 }, withWarnings: 0 })
    const [first, second] = await readRowsShown(rows, run)
    expect(first).toMatchObject({ state: 'existing', link: 'https://l.example/path1', linkId: null })
    expect(second).toMatchObject({ state: 'ready', link: null })
    // An edit that changes the requested link makes the row ready again.
    await rows.edit(run, [{ number: 1, column: 0, text: 'Title c' }], ours)
    expect((await readRowsShown(rows, run))[0]).toMatchObject({ state: 'ready', link: null })
  })

  it('existing links are compared by all fields, also if they have neither a destination nor app data', async () => {
    library.keep({ title: 'Title a' })
    library.keep({ title: 'Title b', tracking_source: 'twitter' })
    const run = await createCheckedRun(['Title a', '', ''], ['Title b', '', ''], ['Title c', '', ''])
    expect((await readRowsShown(rows, run)).map(({ state, link }) => [state, link])).toEqual([
      ['existing', 'https://l.example/path1'],
      ['ready', null],
      ['ready', null],
    ])
  })

  it('existing links have no warnings, because there is nothing to fix', async () => {
    const tagged = { url: 'https://a.example/a?utm_source=mail' }
    library.keep({
      ...request,
      ios_custom_redirect: tagged,
      android_custom_redirect: tagged,
      desktop_custom_redirect: tagged,
    })
    const run = await createCheckedRun(['Title a', tagged.url, 'twitter'], ['Title b', tagged.url, 'twitter'])
    expect(rows.run(run)).toMatchObject({ counts: { ready: 1, existing: 1 }, withWarnings: 1 })
  })

  it('existing links are found by an edit after the library changed', async () => {
    const batch = { ids: [library.keep(request)] }
    const run = await createCheckedRun(row('a'))
    const stateAfterEdit = async () =>
      (await rows.edit(run, [{ number: 1, column: 0, text: 'Title a' }], ours))[0]?.state
    expect(await stateAfterEdit()).toBe('existing')
    const removal = randomUUID()
    await library.collection.remove(batch, removal)
    expect(await stateAfterEdit()).toBe('ready')
    await library.collection.unremove(removal)
    expect(await stateAfterEdit()).toBe('existing')
  })

  it('existing links are created again with a warning if the user chose that', async () => {
    library.keep(request)
    const run = await createCheckedRun(row('a'), row('b'))
    const runs = createRuns(library.database)
    runs.change(run, { createExisting: true })
    expect(rows.run(run).checked).toBe(false)
    await checkAll(rows, run)
    expect(rows.run(run)).toMatchObject({ counts: { ready: 2, existing: 0 }, createExisting: true })
    expect(await readWarnings(rows, run)).toEqual({
      1: ['Your library has the same link: https://l.example/path1'],
    })
  })

  it('a colleague’s link with the same addresses and tracking is only a warning, which names its key', async () => {
    const address = 'https://a.example/a'
    const everywhere = {
      ios_custom_redirect: { url: address },
      android_custom_redirect: { url: address },
      desktop_custom_redirect: { url: address },
    }
    const stored = { ...everywhere, title: 'Theirs', tracking_source: 'twitter' }
    const link = 'https://l.example/Theirs'
    const lists = createTeamLists(library.database)
    const list = { baseUrl: 'https://s.example', sentWith: null, isOther: true }
    lists.begin('p', 'production', list)
    const owner = { profileId: 'p', profileName: 'Shop', environment: 'production' as const, siblings: [] }
    await lists.merge(
      { ...owner, reading: 1, at: '2026-11-25T08:00:00.000Z' },
      {
        links: [
          {
            ...{ path: 'Theirs', address: link, author: 'Agency', changedBy: null },
            text: JSON.stringify({ path: 'Theirs', access_path: link, active: true, ...stored }),
            ...{ createdAt: '2026-11-24T08:00:00.000Z', updatedAt: null },
          },
        ],
        ...{ deleted: [], cursor: 'c', more: false, isEmpty: false },
      },
    )
    const run = await createCheckedRun(row('a'), row('a', 'facebook'))
    expect(rows.run(run).counts).toMatchObject({ ready: 2, existing: 0 })
    expect(await readWarnings(rows, run)).toEqual({
      1: [
        `Your library has a link with the same addresses and tracking, made with the key “Agency” on 2026-11-24: ${link}`,
      ],
    })
    const similar = await createSuggestions(library.database).similar({
      ...everywhere,
      tracking_source: 'facebook',
    })
    expect(similar).toMatchObject([{ link, author: 'Agency', added: true }])
  })

  it('existing links count only in the same profile and environment', async () => {
    library.keep(request, { environment: 'development' })
    library.keep(request, { profileId: 'other' })
    expect(rows.run(await createCheckedRun(row('a'))).counts).toMatchObject({ ready: 1, existing: 0 })
  })

  it('of rows that create the same link, only the first is ready unless the user chose all', async () => {
    const run = await createCheckedRun(row('a'), row('b'), row('a'), row('a'))
    expect(rows.run(run)).toMatchObject({ counts: { ready: 2, existing: 2 }, repeated: 2 })
    await rows.edit(run, [{ number: 1, column: 0, text: 'Title c' }], ours)
    expect((await readRowsShown(rows, run)).map(({ state }) => state)).toEqual([
      ...['ready', 'ready', 'ready', 'existing'],
    ])
    createRuns(library.database).change(run, { createExisting: true })
    await checkAll(rows, run)
    expect(rows.run(run)).toMatchObject({ counts: { ready: 4, existing: 0 }, repeated: 0 })
    expect(await readWarnings(rows, run)).toEqual({ 4: ['Row 3 makes the same link.'] })
  })

  it('existing links are found by their index', () => {
    const plan = library.database.sql
      .prepare(
        `EXPLAIN QUERY PLAN SELECT state, link, request FROM links
         WHERE request_hash = ? AND state <> 'failed' ORDER BY rowid DESC LIMIT 1`,
      )
      .all(1)
    expect(JSON.stringify(plan)).toContain('USING INDEX links_by_request (request_hash=?)')
    expect(plan).toHaveLength(1)
  })
})

describe('tracking words', () => {
  const sources = (...words: string[]) => words.map((word, at) => row(at, word))

  it('tracking words that nearly equal a more frequent one get a warning at their column', async () => {
    const run = await createCheckedRun(
      ...sources('twitter', 'twitter', 'twitter', 'Twitter', 'twiter', 'newsletter', ''),
    )
    const warning = { column: 2, text: 'Did you mean “twitter”? It’s used in 3 rows.' }
    expect(await readWarnings(rows, run)).toEqual({ 4: [warning.text], 5: [warning.text] })
    const [fourth] = (await readRowsShown(rows, run)).filter(({ number }) => number === 4)
    expect(fourth?.warnings).toContainEqual({ ...warning, suggestion: 'twitter' })
  })

  it('tracking words that nearly equal one in the library get a warning', async () => {
    for (const path of ['x', 'y']) library.keep({ title: path, tracking_source: 'newsletter' })
    const run = await createCheckedRun(...sources('News-Letter', 'mail'))
    expect(await readWarnings(rows, run)).toEqual({
      1: ['Did you mean “newsletter”? It’s used in 2 links of your library.'],
    })
  })

  it('tracking words with a different meaning get no warning', async () => {
    const run = await createCheckedRun(
      ...sources('sale-2025', 'sale-2026', 'sale-2026', 'cpc', 'cpm', 'cpm', 'mail-a', 'mail-b', 'mail-b'),
    )
    expect(await readWarnings(rows, run)).toEqual({})
  })

  it('tracking words are reported after a single edit as well', async () => {
    const run = await createCheckedRun(...sources('twitter', 'twitter', 'twitter', 'mail'))
    const again = createTestRunRows(library.database)
    const [edited] = await again.edit(run, [{ number: 4, column: 2, text: 'twiter' }], ours)
    expect(edited?.warnings).toContainEqual({
      ...{ column: 2, text: 'Did you mean “twitter”? It’s used in 3 rows.', suggestion: 'twitter' },
    })
  })
})

describe('editing and skipping rows', () => {
  it('an edit writes cells in place, even beyond the end of a ragged row', async () => {
    const run = await createCheckedRun(['Title'], row(2))
    const [edited] = await rows.edit(
      run,
      [
        { number: 1, column: 2, text: 'mail' },
        { number: 99, column: 0, text: 'x' },
        { number: 1, column: 3, text: 'no such column' },
      ],
      ours,
    )
    expect(edited).toMatchObject({ number: 1, cells: ['Title', '', 'mail'], state: 'ready' })
  })

  it('a replacement changes all equal cells, including empty ones', async () => {
    const run = await createCheckedRun(row(1, 'Twitter'), row(2, 'mail'), row(3, 'Twitter'), [
      'Title',
      'https://a.example/',
    ])
    const replace = (column: number, text: string, by: string) =>
      rows.fix(run, change, { what: 'replace', cells: { column, text }, by }, 0)
    expect(replace(2, 'Twitter', 'twitter')).toEqual({ rows: 2, next: null })
    expect(rows.run(run).checked).toBe(false)
    expect(replace(2, '', 'print')).toEqual({ rows: 1, next: null })
    expect(replace(3, '', 'x')).toEqual({ rows: 0, next: null })
    await checkAll(rows, run)
    expect((await readRowsShown(rows, run)).map(({ cells }) => cells[2])).toEqual([
      'twitter',
      'mail',
      'twitter',
      'print',
    ])
  })

  it('a page that skips rows counts only those that it shows', async () => {
    const faulty = ['Title', 'not an address', 'twitter']
    const run = await createCheckedRun(row(1), faulty, row(3), faulty, row(5), faulty)
    const page = rows.page(run, { show: 'faulty', after: 0, skip: 1, limit: 10 })
    expect(page.rows.map(({ number }) => number)).toEqual([4, 6])
    const outside = rows.page(run, { show: 'faulty', after: 0, skip: 3, limit: 10 })
    expect(outside.rows).toEqual([])
  })

  it('all rows with a cause are left out, and exactly those are included again', async () => {
    const run = await createCheckedRun(
      row('a'),
      ['b', '', ''],
      ['x', 'example.com', ''],
      ['y', 'example.com', ''],
    )
    await rows.skip(run, { which: [4], skip: true }, ours)
    const { causes } = await rows.causes(run, ours)
    const [error, warning] = [causes.find(({ isError }) => isError), causes.find(({ isError }) => !isError)]
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    expect(rows.leaveOut(run, first, error?.key, 0)).toEqual({ rows: 1, next: null })
    expect(rows.leaveOut(run, second, warning?.key, 0)).toEqual({ rows: 1, next: null })
    expect(rows.run(run).checked).toBe(false)
    await checkAll(rows, run)
    expect(rows.run(run)).toMatchObject({ counts: { ready: 1, faulty: 0, skipped: 3 } })
    expect(rows.restore(run, first, 0)).toEqual({ rows: 1, next: null })
    expect(rows.restore(run, first, 0)).toEqual({ rows: 0, next: null })
    expect(rows.restore(run, second, 0)).toEqual({ rows: 1, next: null })
    expect(rows.restore(run, crypto.randomUUID(), 0)).toEqual({ rows: 0, next: null })
    await checkAll(rows, run)
    // Row 4 was skipped separately before.
    expect(rows.run(run)).toMatchObject({ counts: { ready: 2, faulty: 1, skipped: 1 }, withWarnings: 1 })
  })

  it('rows can’t be edited once the run has started', async () => {
    const run = await createCheckedRun(row(1))
    library.database.sql.prepare(`UPDATE runs SET state = 'trying' WHERE id = ?`).run(run)
    const columns = header.map(() => ({ to: 'nothing' as const }))
    expect(() => rows.keepMapping(run, { columns, template: {} })).toThrow('run_begun')
    expect(() => rows.beginCheck(run, ours)).toThrow('run_begun')
    expect(() => rows.fix(run, change, { what: 'addresses' }, 0)).toThrow('run_begun')
    await expect(rows.edit(run, [{ number: 1, column: 0, text: 'x' }], ours)).rejects.toThrow('run_begun')
    await expect(rows.skip(run, { which: [1], skip: true }, ours)).rejects.toThrow('run_begun')
    expect(await readRowsShown(rows, run)).toMatchObject([{ cells: row(1), state: 'ready' }])
    library.database.sql.prepare('UPDATE runs SET removed_at = ? WHERE id = ?').run('2026', run)
    expect(() => rows.page(run, { show: 'all', after: 0, limit: 1 })).toThrow('run_not_found')
  })

  it('an edit during a check ends it', async () => {
    const run = insertRun(library.database, { header, rows: [row(1)] })
    const { check } = rows.beginCheck(run, ours)
    library.database.sql.prepare(`UPDATE runs SET state = 'cancelled' WHERE id = ?`).run(run)
    await expect(rows.nextCheck(check)).rejects.toThrow('run_begun')
  })

  it('a library of a newer version refuses edits of rows', async () => {
    const run = await createCheckedRun(row(1))
    const readOnly = createTestRunRows({ ...library.database, writable: false })
    expect(await readRowsShown(readOnly, run)).toHaveLength(1)
    await expect(readOnly.edit(run, [{ number: 1, column: 0, text: 'x' }], ours)).rejects.toThrow(
      'newer version',
    )
    expect(() => readOnly.beginCheck(run, ours)).toThrow('newer version')
  })
})

it('a preview shows what the first rows would send with an unsaved mapping', async () => {
  const run = await createCheckedRun(row(1), row(2), row(3), row(4))
  const columns = header.map(() => ({ to: 'nothing' as const }))
  const template = { title: '{{title}}!', subtitle: '{{Missing}}' }
  const errors = [{ column: null, text: 'Subtitle: There is no column “Missing”.' }]
  expect(rows.preview(run, { columns, template }, ours)).toEqual(
    [1, 2, 3].map((number) => ({ number, request: null, errors })),
  )
  const [first] = rows.preview(run, { columns, template: { title: '{{title}}!' } }, ours)
  expect(first).toEqual({ number: 1, request: { title: 'Title 1!' }, errors: [] })
  expect(rows.run(run).mapping.columns[0]).toEqual({ to: 'field', field: 'title' })
})

it('rows are paged by state and by number', async () => {
  const run = await createCheckedRun(
    ...Array.from({ length: 25 }, (_, at) => (at % 5 === 0 ? ['x', 'example.com', ''] : row(at))),
  )
  expect((await readRowsShown(rows, run, 'faulty', 2)).map(({ number }) => number)).toEqual([
    1, 6, 11, 16, 21,
  ])
  expect(await readRowsShown(rows, run, 'ready', 3)).toHaveLength(20)
  expect(await readRowsShown(rows, run, 'all', 25)).toHaveLength(25)
  expect(rows.page(run, { show: 'all', after: 10, limit: 2 })).toMatchObject({
    rows: [{ number: 11 }, { number: 12 }],
    next: 12,
  })
})
