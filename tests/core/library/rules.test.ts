import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { startApp } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { closeConnectedApp, openConnectedApp } from '../harness/connectedApp.ts'
import { readCsv } from '../harness/csv.ts'
import { createPage } from '../harness/exports.ts'
import { waitForJob } from '../harness/imports.ts'
import { createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { readXlsx } from '../harness/readXlsx.ts'
import { readFixes } from '../harness/runs.ts'
import { startStoringService } from '../harness/storingService.ts'
import type { StoringService } from '../harness/storingService.ts'

let folder: string
let app: App
let service: StoringService
let target: ProfileTarget
beforeEach(async () => {
  ;({ folder, app, service, target } = await openConnectedApp(startStoringService))
})
afterEach(() => closeConnectedApp({ folder, app, service }))

const word = { lowerCase: true, separator: '-' } as const
const rules: CallInput<'rules.save'>['rules'] = {
  campaign: word,
  source: { ...word, presence: 'required', values: ['newsletter', 'twitter'] },
  tags: { values: ['Sale'] },
}
const save = () => app.get('rules.save', { profileId: target.profileId, rules })

describe('the rules of a profile', () => {
  it('a profile has no rules until some are saved, or after they are removed', async () => {
    const { profileId } = target
    expect(await app.get('rules.get', { profileId })).toEqual({ rules: {} })
    await save()
    expect((await app.get('rules.get', { profileId })).rules).toMatchObject(rules)
    expect(await app.get('rules.get', { profileId: 'another' })).toEqual({ rules: {} })
    await app.get('rules.save', { profileId, rules: {} })
    expect(await app.get('rules.get', { profileId })).toEqual({ rules: {} })
  })

  it('rules of a newer version are reported as unreadable, and are not applied', async () => {
    await save()
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec(`UPDATE tracking_rules SET rules = '{"source":{"presence":"always"}}'`)
    sql.close()
    expect(await app.get('rules.get', { profileId: target.profileId })).toEqual({ rules: null })
    expect((await app.get('links.create', createInput(target, { tracking_source: 'X' }))).state).toBe(
      'created',
    )
    await app.core.close()
    app = await startApp(folder)
    expect((await app.get('app.state', {})).notices).toMatchObject([
      { title: 'Some tracking rules can’t be read' },
    ])
  })
})

describe('a link that is created', () => {
  it('a link is created with the values that the rules require', async () => {
    await save()
    const { request } = await app.get(
      'links.create',
      createInput(target, {
        tracking_campaign: 'Black Friday',
        tracking_source: ' Twitter',
        tags: '["SALE","sale"]',
      }),
    )
    expect(request).toMatchObject({
      tracking_campaign: 'black-friday',
      tracking_source: 'twitter',
      tags: '["Sale"]',
    })
  })

  it('a hidden field of a link is sent with its start value', async () => {
    await app.get('rules.save', {
      profileId: target.profileId,
      rules: { medium: { presence: 'hidden', start: 'email' }, tags: { presence: 'hidden', start: 'a, b' } },
    })
    const { request } = await app.get('links.create', createInput(target, { tracking_source: 'x' }))
    expect(request).toMatchObject({ tracking_source: 'x', tracking_medium: 'email', tags: '["a","b"]' })
  })

  it('a link that breaks a rule is refused at its fields, and nothing is sent', async () => {
    await save()
    const request = { tracking_source: 'twiter', tags: '["Summer"]' }
    expect(await app.call('links.create', createInput(target, request))).toMatchObject({
      ok: false,
      problem: {
        code: 'invalid_input',
        fields: {
          'request.tracking_source': '“twiter” is not one of the sources in the list.',
          'request.tags': '“Summer” is not one of the tags in the list.',
        },
      },
    })
    expect(service.stored).toEqual([])
  })
})

describe('the rows of a run', () => {
  const lines = [
    'Title,Campaign,Source,Tags',
    'One,Black Friday,twitter,Sale',
    'Two,spring,twiter,"sale, Other"',
    'Three,spring,,',
    'Four,spring,facebook,',
  ]
  const columns = [
    { to: 'field', field: 'title' },
    { to: 'field', field: 'tracking_campaign' },
    { to: 'field', field: 'tracking_source' },
    { to: 'field', field: 'tags' },
  ] as const
  const prepare = async () => {
    const id = randomUUID()
    await app.get('runs.prepare', { id, ...target, source: { kind: 'pasted', text: lines.join('\n') } })
    await app.get('runs.map', { id, mapping: { columns: [...columns], template: {} } })
    return id
  }
  const errorsOf = async (id: string) =>
    (await app.get('runs.rows', { id, show: 'all' })).rows.map(({ errors }) =>
      errors.map(({ column, text }) => ({ column, text })),
    )

  it('the errors of all rows are reported at their cells', async () => {
    await save()
    const id = await prepare()
    expect(await errorsOf(id)).toEqual([
      [{ column: 1, text: 'The rules require “black-friday”.' }],
      [
        { column: 2, text: '“twiter” is not one of the sources in the list.' },
        { column: 3, text: '“Other” is not one of the tags in the list.' },
      ],
      [{ column: 2, text: 'Enter a source.' }],
      [{ column: 2, text: '“facebook” is not one of the sources in the list.' }],
    ])
    const { rows } = await app.get('runs.rows', { id, show: 'all' })
    expect(rows[1]?.errors[0]).toMatchObject({ kind: 'unlisted', field: 'tracking_source' })
  })

  it('all cells that the rules spell differently are changed at once, and can be restored', async () => {
    await save()
    const id = await prepare()
    expect(await readFixes(app, id)).toEqual(['rules 1', 'rules 1'])
    const { changed, change, run } = await app.get('runs.fix', { id, what: 'rules' })
    expect(changed).toBe(2)
    expect(run).toMatchObject({ checked: true, counts: { ready: 1, faulty: 3 } })
    const cells = async () => (await app.get('runs.rows', { id, show: 'all' })).rows.map((row) => row.cells)
    expect((await cells()).slice(0, 2)).toEqual([
      ['One', 'black-friday', 'twitter', 'Sale'],
      ['Two', 'spring', 'twitter', 'Sale, Other'],
    ])
    await app.get('runs.restore', { id, change })
    expect((await cells())[1]).toEqual(['Two', 'spring', 'twiter', 'sale, Other'])
  })

  const prepareFixedRun = async () => {
    await save()
    const id = await prepare()
    const { change } = await app.get('runs.fix', { id, what: 'rules' })
    const readRows = async () => (await app.get('runs.rows', { id, show: 'all' })).rows
    const readNotes = async () => (await readRows()).map(({ changedByRules }) => changedByRules)
    return { id, change, readRows, readNotes }
  }

  it('the results of a run list the text that each cell had before the rules changed it', async () => {
    const { id, readRows, readNotes } = await prepareFixedRun()
    expect(await readNotes()).toEqual([
      [{ column: 1, before: 'Black Friday' }],
      [
        { column: 2, before: 'twiter' },
        { column: 3, before: 'sale, Other' },
      ],
      [],
      [],
    ])
    expect((await readRows())[0]?.warnings.filter(({ column }) => column !== null)).toEqual([])
    for (const format of ['csv', 'xlsx'] as const) {
      const { job } = await app.get('runs.export', { id, what: 'results', format })
      await waitForJob(app, job)
      const bytes = Buffer.from(await (await createPage(app)(`/export/${job}`)).arrayBuffer())
      const report =
        format === 'csv' ? readCsv(bytes.toString('utf8')) : ((await readXlsx(bytes))['Results'] ?? [])
      expect(report.map((line) => line[7] ?? '')).toEqual([
        'Changed by the rules',
        'Campaign: was “Black Friday”.',
        'Source: was “twiter”. Tags: was “sale, Other”.',
        '',
        '',
      ])
    }
  })

  it('editing a cell removes the note about the rules’ change, and undoing the edit restores it', async () => {
    const { id, change, readNotes } = await prepareFixedRun()
    const write = (text: string) => app.get('runs.edit', { id, cells: [{ number: 3, column: 2, text }] })
    await write('newsletter')
    expect((await readNotes())[1]).toEqual([{ column: 3, before: 'sale, Other' }])
    await write('twitter')
    expect((await readNotes())[1]).toHaveLength(2)
    await write('newsletter')
    await app.get('runs.restore', { id, change })
    expect(await readNotes()).toEqual([[], [], [], []])
    await write('twitter')
    expect((await readNotes())[0]).toEqual([])
  })

  it('a cell that the rules change twice keeps its original text in the note, until both are undone', async () => {
    const { id, change, readNotes } = await prepareFixedRun()
    const { profileId } = target
    await app.get('rules.save', { profileId, rules: { campaign: { separator: '_' } } })
    const secondChange = await app.get('runs.fix', { id, what: 'rules' })
    expect(secondChange.changed).toBe(1)
    expect((await readNotes())[0]).toEqual([{ column: 1, before: 'Black Friday' }])
    await app.get('runs.restore', { id, change: secondChange.change })
    expect((await readNotes())[0]).toEqual([{ column: 1, before: 'Black Friday' }])
    await app.get('runs.restore', { id, change })
    expect(await readNotes()).toEqual([[], [], [], []])
  })

  it('tracking in an address that breaks the rules causes a warning, and can be fixed in all rows at once', async () => {
    const addresses = ['Twitter&a=%20', 'twitter', 'newsleter#top', 'billboard'].map(
      (source) => `https://shop.example/?utm_source=${source}`,
    )
    const { profileId } = target
    await app.get('rules.save', { profileId, rules: { source: { values: ['newsletter', 'twitter'] } } })
    const id = randomUUID()
    const text = ['URL,Title', ...addresses.map((address, at) => `${address},${String(at)}`)].join('\n')
    await app.get('runs.prepare', { id, ...target, source: { kind: 'pasted', text } })
    const used = [
      { to: 'field', field: 'everyone' },
      { to: 'field', field: 'title' },
    ] as const
    await app.get('runs.map', { id, mapping: { columns: [...used], template: {} } })
    const rows = async () => (await app.get('runs.rows', { id, show: 'all' })).rows
    const rowsBefore = await rows()
    expect(rowsBefore.map(({ state, warnings }) => `${state} ${String(warnings.length)}`)).toEqual([
      'ready 1',
      'ready 0',
      'ready 2',
      'ready 2',
    ])
    expect(rowsBefore[2]?.warnings[1]?.text).toContain('Without a medium')
    expect(rowsBefore[0]?.warnings).toEqual([
      { column: 0, text: 'This address has utm_source=Twitter. The rules require “twitter”.' },
    ])
    expect(await readFixes(app, id)).toEqual(['rules 1', 'channels 2', 'rules 1'])
    const { run, change } = await app.get('runs.fix', { id, what: 'rules' })
    expect(run.withWarnings).toBe(2)
    const after = await rows()
    expect(after.map(({ cells }) => cells[0])).toEqual([
      'https://shop.example/?utm_source=twitter&a=%20',
      addresses[1],
      'https://shop.example/?utm_source=newsletter#top',
      addresses[3],
    ])
    expect(after[0]?.changedByRules).toEqual([{ column: 0, before: addresses[0] }])
    await app.get('runs.restore', { id, change })
    expect((await rows()).map(({ cells }) => cells[0])).toEqual(addresses)
  })

  it('values that the list lacks are replaced by a chosen one, and only the refused tag of several', async () => {
    const { profileId } = target
    const wanted = { source: { values: ['mail', 'shop'] }, tags: { values: ['a', 'b'] } }
    await app.get('rules.save', { profileId, rules: wanted })
    const id = await prepare()
    const fields = ['tags', 'everyone', 'tracking_source'] as const
    const mapping = { columns: fields.map((field) => ({ to: 'field' as const, field })), template: {} }
    await app.get('runs.map', { id, mapping })
    const cells = ['a, print', 'print'].flatMap((text, index) => [
      { number: index + 2, column: 0, text },
      { number: index + 2, column: 1, text: `https://a.example/${index}` },
      { number: index + 2, column: 2, text: 'twitter' },
    ])
    await app.get('runs.edit', { id, cells })
    const { causes } = await app.get('runs.causes', { id })
    for (const [column, by] of [
      [2, 'shop'],
      [0, 'b'],
    ] as const) {
      const cause = causes.find(({ columns, fix }) => fix === null && columns.includes(column))
      await app.get('runs.fix', { id, what: 'choice', cause: cause?.key, by })
    }
    const { rows } = await app.get('runs.rows', { id })
    const changed = rows.filter(({ number }) => [2, 3].includes(number))
    expect(changed.map((row) => row.cells.slice(0, 3))).toEqual([
      ['a, b', 'https://a.example/0', 'shop'],
      ['b', 'https://a.example/1', 'shop'],
    ])
  })

  it('a missing value is that of most rows, or another one, in all rows that lack it', async () => {
    const { profileId } = target
    await app.get('rules.save', { profileId, rules: { source: { presence: 'required' } } })
    const id = await prepare()
    const sources = ['shop', '', 'shop', '']
    const cells = sources.map((text, index) => ({ number: index + 2, column: 2, text }))
    await app.get('runs.edit', { id, cells })
    await app.get('runs.map', { id, mapping: { columns: [...columns], template: {} } })
    const { causes } = await app.get('runs.causes', { id })
    const missing = causes.find(({ kind, isError }) => kind === 'missing' && isError)
    expect(missing).toMatchObject({
      text: 'Enter a source.',
      field: 'tracking_source',
      columns: [2],
      rows: 2,
    })
    const examples = [{ before: '', after: 'shop' }]
    expect(missing?.fix).toEqual({ what: 'suggestions', rows: 2, examples })
    const fill = async (wanted: { what: 'suggestions' } | { what: 'choice'; by: string }) => {
      const { change } = await app.get('runs.fix', { id, cause: missing?.key, ...wanted })
      const { rows } = await app.get('runs.rows', { id })
      await app.get('runs.restore', { id, change })
      return rows.map((row) => row.cells[2])
    }
    expect(await fill({ what: 'suggestions' })).toEqual(['shop', 'shop', 'shop', 'shop'])
    expect(await fill({ what: 'choice', by: 'mail' })).toEqual(['shop', 'mail', 'shop', 'mail'])
  })

  it('a run must be checked again after its profile’s rules were changed', async () => {
    const id = await prepare()
    expect((await app.get('runs.get', { id })).run.checked).toBe(true)
    await save()
    expect((await app.get('runs.get', { id })).run.checked).toBe(false)
  })
})

describe('existing links that break the rules of their profile', () => {
  const create = async (source: string, tags = '[]') =>
    (await app.get('links.create', createInput(target, { title: source, tracking_source: source, tags }))).id
  const view = { breaksRules: true } as const
  const findTitles = async (more = {}) => {
    const { rows } = await app.get('library.search', { view: { ...view, ...more }, limit: 50 })
    const { total } = await app.get('library.count', { view: { ...view, ...more } })
    expect(total).toBe(rows.length)
    return rows.map(({ title }) => title)
  }

  it('links that break the current rules are found and not changed', async () => {
    await create('Twitter')
    await create('twitter', '["sale"]')
    await create('twitter')
    await create('facebook')
    expect(await findTitles()).toEqual([])
    await save()
    expect(await findTitles({ sort: 'oldest' })).toEqual(['Twitter', 'twitter', 'facebook'])
    expect(await findTitles({ search: 'facebook' })).toEqual(['facebook'])
    const { values } = await app.get('library.facets', { of: 'source', view })
    expect(values.map(({ value, count }) => [value, count])).toEqual([
      ['Twitter', 1],
      ['facebook', 1],
      ['twitter', 1],
    ])
    await app.get('rules.save', {
      profileId: target.profileId,
      rules: { source: { values: ['twitter', 'facebook'] } },
    })
    expect(await findTitles()).toEqual(['Twitter'])
    await app.get('rules.save', { profileId: target.profileId, rules: {} })
    expect(await findTitles()).toEqual([])
  })

  it('a link is found by the tracking in its address', async () => {
    for (const source of ['twitter', 'Twitter']) {
      const address = { url: `https://shop.example/?utm_source=${source}` }
      const definition = { title: source, desktop_custom_redirect: address }
      await app.get('links.create', createInput(target, definition))
    }
    const { profileId } = target
    await app.get('rules.save', { profileId, rules: { source: { values: ['twitter'] } } })
    expect(await findTitles()).toEqual(['Twitter'])
  })

  it('pages of links that break rules are complete', async () => {
    for (const source of ['a', 'twitter', 'b', 'c']) await create(source)
    await app.get('rules.save', { profileId: target.profileId, rules: { source: { values: ['twitter'] } } })
    const first = await app.get('library.search', { view, limit: 2 })
    const second = await app.get('library.search', { view, limit: 2, after: first.next ?? '' })
    expect([first, second].map(({ rows }) => rows.map(({ title }) => title))).toEqual([['c', 'b'], ['a']])
  })
})
