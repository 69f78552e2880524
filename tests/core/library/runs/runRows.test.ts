import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { removeFolder, startApp, temporaryFolder } from '../../harness/app.ts'
import type { App } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import { insertRun, readFixes } from '../../harness/runs.ts'

const header = ['Title', 'URL', 'Source']
const table = [
  ['One', 'https://a.example/1', 'twitter'],
  ['Two', 'example.com', 'Twitter'],
  ['Three', 'https://a.example/3', 'twitter'],
  ['One', 'https://a.example/1', 'twitter'],
]

let folder: string
let app: App
let id: string
beforeEach(async () => {
  folder = await temporaryFolder()
  const { database } = testLibrary(folder)
  id = insertRun(database, { header, rows: table })
  database.sql.close()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const columns = [
  { to: 'field', field: 'title' },
  { to: 'field', field: 'everyone' },
  { to: 'field', field: 'tracking_source' },
] as const
const mapping = { columns: [...columns], template: { subtitle: '{{Source}}' } }

it('the rows of a run are mapped, checked and shown', async () => {
  expect(await app.get('runs.map', { id, mapping })).toMatchObject({
    mapping,
    checked: true,
    counts: { ready: 2, existing: 1, faulty: 1 },
    repeated: 1,
    withWarnings: 0,
  })
  const { rows, next } = await app.get('runs.rows', { id, show: 'existing' })
  expect(rows).toMatchObject([{ number: 4, warnings: [{ text: 'Row 1 makes the same link.' }] }])
  expect(next).toBeNull()
  expect(await app.get('jobs.list', {})).toEqual([])
})

it('a row shows the title and address that its link gets by the template', async () => {
  const template = { title: 'From {{Source}}', everyone: 'https://new.example/{{Source}}' }
  await app.get('runs.map', { id, mapping: { columns: columns.map(() => ({ to: 'nothing' })), template } })
  const { rows } = await app.get('runs.rows', { id, show: 'all', limit: 1 })
  expect(rows).toMatchObject([{ title: 'From twitter', address: 'https://new.example/twitter' }])
})

it('a mapping that is still being edited is saved without a check of the rows, and is kept after a restart', async () => {
  await app.get('runs.map', { id, mapping })
  const edited = { columns: [...columns], template: { subtitle: 'On {{Source}}' } }
  expect(await app.get('runs.map', { id, mapping: edited, check: false })).toMatchObject({ checked: false })
  await app.core.close()
  app = await startApp(folder)
  expect((await app.get('runs.get', { id })).run).toMatchObject({ mapping: edited, checked: false })
})

it('a mapping that is saved again leaves its rows checked, whether the check has ended or not', async () => {
  const keepAgain = () => app.get('runs.map', { id, mapping, check: false })
  // The window saves a mapping shortly after each choice, which can be while it waits for the rows to be checked.
  const check = app.get('runs.map', { id, mapping })
  await keepAgain()
  expect(await check).toMatchObject({ checked: true })
  expect(await keepAgain()).toMatchObject({ checked: true })
  expect((await app.get('runs.get', { id })).run.checked).toBe(true)
})

it('a preview of a mapping does not change the saved mapping', async () => {
  const { rows } = await app.get('runs.preview', { id, mapping })
  expect(rows.slice(0, 2)).toMatchObject([
    { request: { subtitle: 'twitter' }, errors: [] },
    { request: null, errors: [{ column: 1 }] },
  ])
  await app.get('runs.map', { id, mapping: { columns: [], template: { title: 'x' } } })
  const { rows: others } = await app.get('runs.preview', { id, mapping: { columns: [], template: {} } })
  expect(others).toHaveLength(3)
})

it('single cells and all equal cells can be edited, and rows can be skipped', async () => {
  await app.get('runs.map', { id, mapping })
  const edited = await app.get('runs.edit', {
    id,
    cells: [{ number: 2, column: 1, text: 'https://a.example/2' }],
  })
  expect(edited).toMatchObject({
    run: { counts: { ready: 3, existing: 1, faulty: 0 } },
    rows: [{ number: 2, state: 'ready' }],
  })
  expect(edited.rows[0]?.warnings).toEqual([
    { column: 2, text: 'Did you mean “twitter”? It’s used in 3 rows.', suggestion: 'twitter' },
  ])
  expect(edited.run.withWarnings).toBe(1)
  const cells = { column: 2, text: 'Twitter' }
  const replaced = await app.get('runs.fix', { id, what: 'replace', cells, by: 'twitter' })
  expect(replaced).toMatchObject({ changed: 1, run: { checked: true, withWarnings: 0 } })
  const text = ''
  await app.get('runs.edit', { id, cells: [{ number: 2, column: 1, text }] })
  const counts = async () => (await app.get('runs.get', { id })).run.counts
  await app.get('runs.skip', { id, which: [2], skip: true })
  expect(await counts()).toMatchObject({ ready: 2, existing: 1, skipped: 1 })
  await app.get('runs.skip', { id, which: [2], skip: false })
  expect(await counts()).toMatchObject({ ready: 3, existing: 1, skipped: 0 })
})

it('a run checks addresses like the form, and fixes all of them at once', async () => {
  await app.get('runs.map', { id, mapping })
  const cells = [
    'htp:/broken.example/1',
    'www.shop.example/2',
    'htps://shop.example/3',
    'http://shop.example/4',
  ].map((text, index) => ({ number: index + 1, column: 1, text }))
  const { rows } = await app.get('runs.edit', { id, cells })
  expect(rows.map(({ errors }) => errors)).toEqual([
    [{ column: 1, text: '“htp:/” looks like a typo.' }],
    [{ column: 1, text: 'This address is missing https://.' }],
    [{ column: 1, text: '“htps://” looks like a typo.' }],
    [],
  ])
  expect(rows[3]?.warnings).toContainEqual({
    column: 1,
    text: 'http:// isn’t secure, and browsers may warn visitors.',
  })
  expect(await readFixes(app, id)).toEqual(['addresses 2', 'addresses 1', 'suggestions 1'])
  const fixed = await app.get('runs.fix', { id })
  expect(fixed).toMatchObject({ changed: 3, run: { checked: true, counts: { faulty: 0, ready: 4 } } })
  const now = await app.get('runs.rows', { id })
  expect(now.rows.map((row) => row.cells[1])).toEqual([
    'https://broken.example/1',
    'https://www.shop.example/2',
    'https://shop.example/3',
    'http://shop.example/4',
  ])
  // Of the address that isn't secure, and of the source that other rows spell differently.
  expect(await readFixes(app, id)).toEqual(['suggestions 1', 'suggestions 1'])
})

it('a run uses the addresses inside wrapped ones, and fixes odd values, in all rows at once', async () => {
  await app.get('runs.map', { id, mapping })
  const inner = encodeURIComponent('https://shop.example/1')
  const addresses = [
    `https://eur02.safelinks.protection.outlook.com/?url=${inner}&data=me%40acme.example`,
    `https://www.google.com/url?sa=t&url=${inner}`,
    'https://shop.example/?a=1&amp;b=2',
    'null',
  ]
  const sources = ['null', 'utm_source=news', ' news ', 'news%2Bletter']
  const cells = [addresses, sources].flatMap((texts, index) =>
    texts.map((text, row) => ({ number: row + 1, column: index + 1, text })),
  )
  const { rows } = await app.get('runs.edit', { id, cells })
  expect(rows.map(({ errors }) => errors.length)).toEqual([0, 0, 0, 1])
  for (const [row, column] of [
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 1],
    [3, 2],
  ] as const)
    expect(rows[row]?.warnings).toContainEqual(expect.objectContaining({ column }))
  expect((await readFixes(app, id)).toSorted()).toEqual([
    'addresses 1',
    'channels 3',
    ...['values 1', 'values 1', 'values 1', 'values 1', 'values 2'],
    ...['wrappers 1', 'wrappers 1'],
  ])
  const changes = new Map<string, string>()
  for (const [what, count] of [
    ['wrappers', 2],
    ['addresses', 1],
    ['values', 3],
  ] as const) {
    const { changed, change } = await app.get('runs.fix', { id, what })
    expect(changed).toBe(count)
    changes.set(what, change)
  }
  const fixed = await app.get('runs.rows', { id })
  expect(fixed.rows.map((row) => row.cells.slice(1))).toEqual([
    ['https://shop.example/1', ''],
    ['https://shop.example/1', 'news'],
    ['https://shop.example/?a=1&b=2', ' news '],
    ['', 'news+letter'],
  ])
  await app.get('runs.restore', { id, change: changes.get('values') ?? '' })
  const restored = await app.get('runs.rows', { id })
  expect(restored.rows.map((row) => row.cells[2])).toEqual(sources)
})

it('what is left out of every cell anyway is not offered as a fix of rules, addresses or values', async () => {
  await app.get('runs.map', { id, mapping })
  const cells = [
    { number: 1, column: 1, text: 'https://shop.example/\u200b' },
    { number: 1, column: 2, text: 'ma\u200bil' },
    { number: 2, column: 1, text: 'shop.example/\u200b' },
    { number: 3, column: 1, text: '"https://shop.example/3"' },
    { number: 4, column: 1, text: 'https://shop.example/4' },
  ]
  await app.get('runs.edit', { id, cells })
  expect(await readFixes(app, id)).toEqual(['addresses 2', 'channels 1'])
})

it('a run warns about links without a channel in Google Analytics, and sets the nearest medium for all of them', async () => {
  const withMedium = {
    columns: [...columns.slice(0, 2), { to: 'field', field: 'tracking_medium' } as const],
    template: { tracking_campaign: 'summer' },
  }
  const mediums = ['qr', 'email', '', 'Newsletter']
  await app.get('runs.map', { id, mapping: withMedium })
  const cells = mediums.flatMap((text, index) => [
    { number: index + 1, column: 1, text: `https://shop.example/${index}` },
    { number: index + 1, column: 2, text },
  ])
  const { rows } = await app.get('runs.edit', { id, cells })
  expect(rows.map(({ channel }) => channel)).toEqual(['Unassigned', 'Email', 'Unassigned', 'Unassigned'])
  const text =
    'Google Analytics has no channel for “qr”: it counts these visits as Unassigned. “referral” counts as Referral.'
  expect(rows.map(({ warnings }) => warnings.length)).toEqual([1, 0, 1, 1])
  expect(rows[0]?.warnings).toEqual([{ column: 2, text }])
  expect(rows[2]?.warnings[0]?.text).toContain('Without a medium')
  const kind = 'channels'
  expect((await readFixes(app, id)).toSorted()).toEqual(['channels 1', 'channels 2'])
  const { run, changed, change } = await app.get('runs.fix', { id, what: kind })
  expect({ changed, withWarnings: run.withWarnings }).toEqual({ changed: 3, withWarnings: 0 })
  const now = async () => (await app.get('runs.rows', { id })).rows.map(({ cells: [, , medium] }) => medium)
  expect(await now()).toEqual(['referral', 'email', 'referral', 'email'])
  expect(await readFixes(app, id)).toEqual([])
  await app.get('runs.restore', { id, change })
  expect(await now()).toEqual(mediums)
})

it('a row gets only a medium with a channel that the rules allow', async () => {
  const { profileId } = (await app.get('runs.get', { id })).run
  const rules = trackingRules.parse({ medium: { values: ['qr', 'flyer', 'social'] } })
  await app.get('rules.save', { profileId, rules })
  const medium = { to: 'field', field: 'tracking_medium' } as const
  const withMedium = { columns: [...columns.slice(0, 2), medium], template: { tracking_source: 'x' } }
  await app.get('runs.map', { id, mapping: withMedium })
  const cells = ['qr', 'flyer', 'social', 'email'].flatMap((text, index) => [
    { number: index + 1, column: 1, text: `https://shop.example/${index}` },
    { number: index + 1, column: 2, text },
  ])
  await app.get('runs.edit', { id, cells })
  await app.get('runs.fix', { id, what: 'channels' })
  const { rows } = await app.get('runs.rows', { id })
  expect(rows.map(({ cells: [, , text] }) => text)).toEqual(['social', 'social', 'social', 'email'])
})

it('a medium that no column of the table has is not changed', async () => {
  await app.get('runs.map', {
    id,
    mapping: { ...mapping, template: { tracking_medium: 'qr', tracking_source: 'x' } },
  })
  await app.get('runs.edit', {
    id,
    cells: [1, 2, 3, 4].map((number) => ({ number, column: 2, text: 'flyer' })),
  })
  expect((await app.get('runs.rows', { id })).rows[0]?.channel).toBe('Unassigned')
  expect(await readFixes(app, id)).toEqual(['addresses 1'])
})

it('undoing a change of many cells skips those edited since', async () => {
  await app.get('runs.map', { id, mapping })
  const addresses = ['a.example/1', 'www.b.example/2', 'htps://c.example/3', 'https://d.example/4']
  const edit = (number: number, text: string) =>
    app.get('runs.edit', { id, cells: [{ number, column: 1, text }] })
  for (const [index, text] of addresses.entries()) await edit(index + 1, text)
  const column = async (at: number) => (await app.get('runs.rows', { id })).rows.map(({ cells }) => cells[at])
  const fixed = await app.get('runs.fix', { id })
  const cells = { column: 2, text: 'Twitter' }
  const replaced = await app.get('runs.fix', { id, what: 'replace', cells, by: 'twitter' })
  await edit(2, 'https://by-hand.example/2')
  expect(await app.get('runs.restore', { id, change: fixed.change })).toMatchObject({
    changed: 2,
    run: { checked: true, counts: { faulty: 2, ready: 2 } },
  })
  expect(await column(1)).toEqual(addresses.with(1, 'https://by-hand.example/2'))
  // Only the cells whose text changed.
  expect(await app.get('runs.restore', { id, change: replaced.change })).toMatchObject({ changed: 1 })
  expect(await column(2)).toEqual(table.map((cells) => cells[2]))
  expect(await app.get('runs.restore', { id, change: randomUUID() })).toMatchObject({ changed: 0 })
})

it('two windows can map and edit a run at the same time', async () => {
  const edits = Array.from({ length: 20 }, (_, at) =>
    app.get('runs.edit', { id, cells: [{ number: 2, column: 1, text: `https://a.example/edit${at}` }] }),
  )
  const maps = [mapping, { ...mapping, template: { subtitle: 'Last' } }].map((mapping) =>
    app.get('runs.map', { id, mapping }),
  )
  await Promise.all([...edits, ...maps])
  const { rows } = await app.get('runs.rows', { id })
  expect(rows[1]).toMatchObject({ state: 'ready', cells: ['Two', 'https://a.example/edit19', 'Twitter'] })
  const run = (await app.get('runs.edit', { id, cells: [{ number: 1, column: 2, text: 'mail' }] })).run
  expect(run).toMatchObject({ checked: true, mapping: { template: { subtitle: 'Last' } } })
})

it('a run reports requests that it can’t fulfil', async () => {
  const missingRun = { id: randomUUID() }
  expect(await app.problem('runs.rows', missingRun)).toEqual({ code: 'run_not_found' })
  expect(await app.problem('runs.map', { ...missingRun, mapping })).toEqual({ code: 'run_not_found' })
  expect(await app.problem('runs.preview', { ...missingRun, mapping })).toEqual({ code: 'run_not_found' })
  expect(await app.problem('runs.skip', { ...missingRun, which: [1], skip: true })).toEqual({
    code: 'run_not_found',
  })
  await app.core.close()
  const { database } = testLibrary(folder)
  database.sql.exec(`UPDATE runs SET state = 'running'`)
  database.sql.close()
  app = await startApp(folder)
  expect(await app.problem('runs.map', { id, mapping })).toEqual({ code: 'run_begun' })
  expect(await app.problem('runs.edit', { id, cells: [{ number: 1, column: 0, text: 'x' }] })).toEqual({
    code: 'run_begun',
  })
  expect(await app.problem('runs.fix', { id })).toEqual({
    code: 'run_begun',
  })
  expect((await app.get('runs.rows', { id })).rows).toHaveLength(4)
})

it('a page can start after any number of rows, whatever their row numbers', async () => {
  const numbers = async (page: object) => {
    const { rows, next } = await app.get('runs.rows', { id, ...page })
    return [rows.map(({ number }) => number), next]
  }
  expect(await numbers({ skip: 1, limit: 2 })).toEqual([[2, 3], 3])
  expect(await numbers({ after: 2, skip: 1 })).toEqual([[4], null])
  expect(await numbers({ skip: 4 })).toEqual([[], null])
})

it('problems are grouped by cause, and one cause is shown and fixed without the others', async () => {
  await app.get('runs.map', { id, mapping })
  const cells = ['a.example/1', 'b.example/2', 'htps://c.example/3', 'http://d.example/4'].map(
    (text, index) => ({
      number: index + 1,
      column: 1,
      text,
    }),
  )
  await app.get('runs.edit', { id, cells })
  const { causes, more } = await app.get('runs.causes', { id })
  expect(more).toBe(0)
  expect(causes.map(({ rows, columns, isError, text }) => ({ rows, columns, isError, text }))).toEqual([
    { rows: 2, columns: [1], isError: true, text: 'This address is missing https://.' },
    { rows: 1, columns: [1], isError: true, text: '“htps://” looks like a typo.' },
    { rows: 1, columns: [1], isError: false, text: 'http:// isn’t secure, and browsers may warn visitors.' },
  ])
  const examples = ['a.example/1', 'b.example/2'].map((before) => ({ before, after: `https://${before}` }))
  expect(causes[0]?.fix).toEqual({ what: 'addresses', rows: 2, examples })
  const cause = causes[0]?.key ?? ''
  const page = await app.get('runs.rows', { id, show: `cause ${cause}`, limit: 1 })
  const rest = await app.get('runs.rows', { id, show: `cause ${cause}`, after: page.next ?? 0 })
  expect([page, rest].map(({ rows }) => rows.map(({ number }) => number))).toEqual([[1], [2]])
  const { run, change } = await app.get('runs.fix', { id, what: 'addresses', cause })
  expect(run.counts).toMatchObject({ faulty: 1, ready: 3 })
  expect((await app.get('runs.rows', { id })).rows[2]?.cells[1]).toBe('htps://c.example/3')
  // A row that is left out needs no decision.
  await app.get('runs.skip', { id, which: [3], skip: true })
  expect((await app.get('runs.causes', { id })).causes.filter(({ isError }) => isError)).toEqual([])
  await app.get('runs.restore', { id, change })
  expect((await app.get('runs.causes', { id })).causes[0]).toMatchObject({ key: cause, rows: 2 })
})

it('rows with a space in the host of their address have one problem, and no fix that leads nowhere', async () => {
  await app.get('runs.map', { id, mapping })
  const addresses = [
    'https://a b.example/p',
    'https://c d.example/p q',
    'https://e.example/3',
    'https://f.example/4',
  ]
  const cells = addresses.map((text, index) => ({ number: index + 1, column: 1, text }))
  await app.get('runs.edit', { id, cells })
  const { causes } = await app.get('runs.causes', { id })
  const aboutSpaces = causes.filter(({ text }) => text.includes('space'))
  expect(aboutSpaces).toMatchObject([{ isError: true, rows: 2, fix: null }])
})

it('rows with a space in their address get the form’s suggestion, and rows with one cause can be left out', async () => {
  await app.get('runs.map', { id, mapping })
  const cells = ['https://a.example/p 1', 'https://a.example/p 2', '', 'http://d.example/4'].map(
    (text, index) => ({ number: index + 1, column: 1, text }),
  )
  await app.get('runs.edit', { id, cells })
  const { causes } = await app.get('runs.causes', { id })
  const find = (start: string) => causes.find(({ text }) => text.startsWith(start))
  const [space, noAddress] = [find('There is a space'), find('No address')]
  expect(space?.fix).toMatchObject({
    ...{ what: 'suggestions', rows: 2 },
    examples: [{ after: 'https://a.example/p%201' }, { after: 'https://a.example/p%202' }],
  })
  expect(noAddress).toMatchObject({ rows: 1, fix: null })
  await app.get('runs.fix', { id, what: 'suggestions', cause: space?.key })
  const addresses = (await app.get('runs.rows', { id })).rows.map((row) => row.cells[1])
  expect(addresses).toEqual(['https://a.example/p%201', 'https://a.example/p%202', '', 'http://d.example/4'])
  const leftOut = await app.get('runs.fix', { id, what: 'leaveOut', cause: noAddress?.key })
  expect(leftOut).toMatchObject({ changed: 1, run: { checked: true, counts: { ready: 3, skipped: 1 } } })
  const { run } = await app.get('runs.restore', { id, change: leftOut.change })
  expect(run).toMatchObject({ checked: true, counts: { ready: 4, skipped: 0 } })
})

it('a tag with another separator is split in all rows at once, and a row without a medium gets the hint of a wrong one', async () => {
  const fields = ['tags', 'everyone', 'tracking_source'] as const
  const tagged = { columns: fields.map((field) => ({ to: 'field' as const, field })), template: {} }
  await app.get('runs.map', { id, mapping: tagged })
  const cells = ['a, spring|sale', 'b， c', 'c', 'd'].flatMap((text, index) => [
    { number: index + 1, column: 0, text },
    { number: index + 1, column: 1, text: `https://a.example/${index}` },
    { number: index + 1, column: 2, text: 'newsletter' },
  ])
  await app.get('runs.edit', { id, cells })
  const { causes } = await app.get('runs.causes', { id })
  const split = causes.find(({ text }) => text.includes('is one tag'))
  expect(split).toMatchObject({ rows: 2, fix: { what: 'values', rows: 2 } })
  const medium = causes.find(({ text }) => text.startsWith('Without a medium'))
  expect(medium).toMatchObject({ rows: 4, isError: false })
  await app.get('runs.fix', { id, what: 'values', cause: split?.key })
  const { rows } = await app.get('runs.rows', { id })
  expect(rows.map((row) => row.cells[0])).toEqual(['a, spring, sale', 'b, c', 'c', 'd'])
})
