import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { listTemplateColumns } from '../../../../contract/app/runs/template/templateColumns.ts'
import { formatCsv } from '../../../../contract/app/tables/spreadsheet.ts'
import { startApp } from '../../harness/app.ts'
import type { App } from '../../harness/app.ts'
import { closeConnectedApp, openConnectedApp } from '../../harness/connectedApp.ts'
import { readCsv } from '../../harness/csv.ts'
import { createPage } from '../../harness/exports.ts'
import { uploadText, waitForJob } from '../../harness/imports.ts'
import type { ProfileTarget } from '../../harness/profile.ts'
import { readXlsx } from '../../harness/readXlsx.ts'
import { textRows, createXlsx } from '../../harness/workbooks.ts'

let folder: string
let app: App
let target: ProfileTarget
beforeEach(async () => {
  ;({ folder, app, target } = await openConnectedApp())
})
afterEach(() => closeConnectedApp({ folder, app }))

type Source = CallInput<'runs.prepare'>['source']
const prepare = (source: Source, id = randomUUID()) => app.get('runs.prepare', { id, ...target, source })
const file = async (content: string | Buffer, name = 'Spring sale.csv'): Promise<Source> => ({
  kind: 'file',
  file: await uploadText(app, content),
  name,
})

/** The library's own tables, with the rows that a run would have left in them. */
function withLibrary<T>(work: (sql: DatabaseSync) => T): T {
  const sql = new DatabaseSync(join(folder, 'library.db'))
  const result = work(sql)
  sql.close()
  return result
}
const countRows = () =>
  withLibrary((sql) => sql.prepare('SELECT count(*) AS rows FROM run_rows').get()?.['rows'])

/** Returns the bytes of a file that a job has created. */
async function fetchFile(job: string): Promise<Buffer> {
  expect(await waitForJob(app, job)).toMatchObject({ state: 'finished' })
  return Buffer.from(await (await createPage(app)(`/export/${job}`)).arrayBuffer())
}

describe('preparing a run', () => {
  it('a run prepared twice at once with the same id gets each row once', async () => {
    const id = randomUUID()
    const text = ['Title', ...Array.from({ length: 3_000 }, (_, index) => `Row ${index}`)].join('\n')
    const prepared = await Promise.all([1, 2].map(() => prepare({ kind: 'pasted', text }, id)))
    expect(prepared.map(({ counts }) => counts.ready + counts.faulty)).toEqual([3_000, 3_000])
  })

  it('preparing a run reads a file, and names the run after it', async () => {
    const run = await prepare(await file('Titel,Destination\nGröße,https://example.com/\n'))
    expect(run).toMatchObject({
      name: 'Spring sale',
      state: 'preparing',
      profileName: 'Test',
      environment: 'development',
      source: { kind: 'csv', name: 'Spring sale.csv' },
      header: ['Titel', 'Destination'],
      startedAt: null,
    })
    expect(Object.values(run.counts).reduce((sum, rows) => sum + rows)).toBe(1)
  })

  it('preparing a run marks rows that do not fit, which are repaired together, and restored', async () => {
    const rows = [
      'A,https://example.com/?ids=1,2,3,news',
      'Big, red,https://example.com/2,news',
      'C,https://example.com/3',
      'D,https://example.com/4,red,blue',
    ]
    const { id, counts } = await prepare(await file(`Title,URL,Source\n${rows.join('\n')}\n`))
    expect(counts).toMatchObject({ ready: 0, faulty: 4 })
    const cells = async () => (await app.get('runs.rows', { id })).rows.map((row) => row.cells.slice(0, 3))
    const before = await cells()
    const countRepairs = async (run: string) =>
      (await app.get('runs.causes', { id: run })).causes
        .map(({ fix, isError }) => (isError && fix?.what === 'misfits' ? fix.rows : 0))
        .reduce((sum, repairs) => sum + repairs, 0)
    expect(await countRepairs(id)).toBe(3)
    const { changed, change, run } = await app.get('runs.fix', { id, what: 'misfits' })
    expect([changed, run.counts]).toMatchObject([3, { ready: 3, faulty: 1 }])
    expect((await cells()).slice(0, 3)).toEqual([
      ['A', 'https://example.com/?ids=1,2,3', 'news'],
      ['Big, red', 'https://example.com/2', 'news'],
      ['C', 'https://example.com/3', ''],
    ])
    expect(await countRepairs(id)).toBe(0)
    await app.get('runs.restore', { id, change })
    expect((await cells()).slice(0, 2)).toEqual(before.slice(0, 2))
    expect(await countRepairs(id)).toBe(3)
    const { causes } = await app.get('runs.causes', { id })
    for (const { key: cause } of causes) await app.get('runs.fix', { id, what: 'leaveOut', cause })
    await app.get('runs.skip', { id, which: [2, 3, 4], skip: false })
    expect(await countRepairs(id)).toBe(3)
  })

  it('preparing a run returns the same run for a repeated request', async () => {
    const id = randomUUID()
    const first = await prepare({ kind: 'pasted', text: 'Title\tLink\na\tb\n' }, id)
    expect(await prepare({ kind: 'pasted', text: 'Other\tLink\nc\td\n' }, id)).toEqual(first)
    expect(countRows()).toBe(1)
  })

  it('preparing a run lists the sheets of a workbook', async () => {
    const content = await createXlsx({
      sheets: [
        { name: 'Links', rows: textRows([['Title'], ['a']]) },
        { name: 'Notes', rows: textRows([['x']]) },
      ],
    })
    const id = await uploadText(app, content)
    expect(await app.get('runs.sheets', { file: id })).toEqual({ sheets: ['Links', 'Notes'] })
    const chosen = await prepare({
      kind: 'file',
      file: id,
      name: 'book.xlsx',
      choice: { headerRow: 0, sheet: 1 },
    })
    expect(chosen).toMatchObject({ header: ['Column A'], source: { kind: 'xlsx' } })
  })

  it.each([
    ['a missing file', { kind: 'file', file: randomUUID(), name: 'x.csv' }, 'import_gone'],
    ['nothing', { kind: 'pasted', text: '' }, 'sheet_empty'],
    [
      'too many combinations',
      {
        kind: 'lists',
        lists: Array.from({ length: 4 }, (_, at) => ({
          name: `L${at}`,
          values: Array.from({ length: 22 }, String),
        })),
      },
      'sheet_too_long',
    ],
  ] satisfies [string, Source, string][])(
    'preparing a run reports %s with the reason',
    async (_, source, code) => {
      expect(await app.problem('runs.prepare', { id: randomUUID(), ...target, source })).toMatchObject({
        code,
      })
      expect(countRows()).toBe(0)
    },
  )

  it('preparing a run reports that its profile is gone', async () => {
    const source = { kind: 'pasted', text: 'Link\na' } as const
    const missingProfile = { id: randomUUID(), ...target, profileId: 'gone', source }
    expect(await app.problem('runs.prepare', missingProfile)).toEqual({ code: 'profile_not_found' })
  })

  it('preparing a run leaves nothing behind when it is cancelled', async () => {
    const id = randomUUID()
    const source = await file('Link,Title\n' + 'https://example.com/,x\n'.repeat(20_000))
    const preparing = app.problem('runs.prepare', { id, ...target, source })
    const job = await vi.waitUntil(
      async () => (await app.get('jobs.list', {})).find(({ kind, done }) => kind === 'readSheet' && done > 0),
      { interval: 1, timeout: 60_000 },
    )
    await app.get('jobs.cancel', { id: job.id })
    expect(await preparing).toEqual({ code: 'sheet_cancelled' })
    expect(countRows()).toBe(0)
    expect(withLibrary((sql) => sql.prepare('SELECT count(*) AS runs FROM runs').get())).toEqual({ runs: 0 })
    // The file is still there and can be read once more.
    const { ready, existing } = (await prepare(source)).counts
    expect(ready + existing).toBe(20_000)
  })

  it('each of two runs whose rows are checked at once has its own work in progress', async () => {
    const source = await file('Link,Title\n' + 'https://example.com/,x\n'.repeat(4_000))
    const runs = [await prepare(source), await prepare(source)]
    const checks = runs.map(({ id, mapping }) => app.get('runs.map', { id, mapping }))
    const jobs = await vi.waitUntil(
      async () => {
        const listed = await app.get('jobs.list', {})
        return listed.length === 2 && listed
      },
      { interval: 1, timeout: 60_000 },
    )
    expect(jobs.map(({ kind, run }) => [kind, run]).sort()).toEqual(
      runs.map(({ id }) => ['checkRows', id]).sort(),
    )
    await Promise.all(checks)
  })

  it('the next start removes what a crash left of preparing a run', async () => {
    const prepared = await prepare({ kind: 'pasted', text: 'Link\thttps://example.com/' })
    await app.core.close()
    withLibrary((sql) => {
      const insert = sql.prepare(
        `INSERT INTO run_rows (run, number, cells, state) VALUES (?, ?, '[]', 'faulty')`,
      )
      for (const run of ['a', 'zz']) for (let number = 1; number < 2_500; number++) insert.run(run, number)
    })
    app = await startApp(folder)
    const runs = () => withLibrary((sql) => sql.prepare('SELECT DISTINCT run FROM run_rows').all())
    await expect.poll(runs).toEqual([{ run: prepared.id }])
  })

  it('preparing a run creates links of another service again from the file read by an import', async () => {
    const text = 'link,url,clicks,createdAt,tags\nhttps://dub.sh/a,https://example.com/,3,2026-01-01,"a, b"\n'
    const id = await uploadText(app, text)
    const { kind, counts } = await app.get('imports.preview', { id, ...target })
    expect([kind, counts.foreign]).toEqual(['dub', 1])
    const run = await prepare({ kind: 'file', file: id, name: 'dub.csv' })
    expect(run.source).toMatchObject({ kind: 'dub', name: 'dub.csv' })
    expect(run.mapping.columns.flatMap((use) => (use.to === 'field' ? [use.field] : []))).toEqual([
      'everyone',
      'tags',
    ])
  })

  it('preparing a run combines lists, and the last one varies fastest', async () => {
    const run = await prepare({
      kind: 'lists',
      lists: [
        { name: 'channel', values: ['mail', 'web'] },
        { name: 'language', values: ['de', 'en', 'fr'] },
      ],
    })
    expect(run).toMatchObject({ name: 'channel × language', header: ['channel', 'language'] })
    const cells = withLibrary((sql) => sql.prepare('SELECT cells FROM run_rows ORDER BY number').all())
    expect(cells.map((row) => row['cells'])).toEqual(
      ['mail', 'web'].flatMap((one) => ['de', 'en', 'fr'].map((other) => JSON.stringify([one, other]))),
    )
  })

  it('preparing a run reads links of the library, each column as its field', async () => {
    const links = ['One', 'Two'].map((title) => ({
      title,
      tags: '["a","b, c"]',
      ios_custom_redirect: { url: 'shop://x', open_app_if_installed: false },
    }))
    await app.get('profiles.confirmSchemes', { id: target.profileId, schemes: ['shop:'] })
    const ids: string[] = []
    for (const request of links) {
      const { id } = await app.get('links.create', { id: randomUUID(), ...target, request })
      ids.unshift(id)
    }
    for (const which of [{ ids }, { view: {} }]) {
      const run = await prepare({ kind: 'links', which })
      expect(run.source).toEqual({ kind: 'links', name: 'Links from the library' })
      expect(run.header).toHaveLength(run.mapping.columns.length)
      const cells = withLibrary((sql) =>
        sql.prepare('SELECT cells FROM run_rows WHERE run = ?').all(run.id),
      ).map((row) => JSON.parse(row['cells'] as string) as string[])
      const comments = cells.map((row) =>
        Object.fromEntries(
          run.mapping.columns.flatMap((use, at) =>
            use.to === 'field' && row[at] ? [[use.field, row[at]]] : [],
          ),
        ),
      )
      expect(comments).toEqual(
        ['Two', 'One'].map((title) => ({
          title,
          tags: '["a","b, c"]',
          ios_custom_redirect: 'shop://x',
          ios_custom_redirect_open_app: 'no',
        })),
      )
    }
  })
})

describe('the text of a file that is dropped on Find', () => {
  const read = async (content: string | Buffer) =>
    await app.get('imports.text', { id: await uploadText(app, content) })

  it('the text of a file has the addresses that its cells are linked to, whatever its format', async () => {
    const linked = '<tr><td><a href="https://l.example/a">Sale</a><td>2</tr>'
    expect(await read(`<table>${linked}</table>`)).toEqual({ text: 'Sale\t2\thttps://l.example/a\n' })
    const rows = '<row><c t="str"><f>HYPERLINK("https://l.example/b","Sale")</f><v>Sale</v></c></row>'
    const workbook = await createXlsx({ sheets: [{ name: 'Links', rows }] })
    expect(await read(workbook)).toEqual({ text: 'Sale\thttps://l.example/b\n' })
    const mail = 'Hello,\nsee https://l.example/c, d\n'
    expect(await read(mail)).toEqual({ text: mail })
    expect((await read('x'.repeat(1_200_000))).text).toHaveLength(1_000_000)
  })

  it('the text of a file that is not text is refused', async () => {
    const id = await uploadText(app, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50)]))
    expect(await app.problem('imports.text', { id })).toEqual({ code: 'import_not_text' })
  })
})

describe('the results file', () => {
  const difficultTexts = [
    '=1+1',
    "'+x",
    'a,b;c',
    '"quoted"',
    'two\nlines',
    'tab\there',
    '',
    ' spaces ',
    '0123',
    '2026-03-01',
    '\u0001_x0041_',
    '😀',
  ]
  /** A run whose rows each ended differently. */
  async function endedRun() {
    const header = difficultTexts.map((_, at) => `C${at}`)
    const text = formatCsv([header, difficultTexts, ['https://example.com/'], ['x'], ['y'], ['z']])
    const run = await prepare({
      kind: 'file',
      file: await uploadText(app, text),
      name: 'A/B: "test".csv',
      choice: { headerRow: 1 },
    })
    withLibrary((sql) => {
      const updateRow = sql.prepare(
        'UPDATE run_rows SET state = ?, link = ?, problem = ?, errors = ? WHERE number = ?',
      )
      updateRow.run('created', 'https://l.example/abc', null, '[]', 2)
      updateRow.run('failed', null, '{"code":"invalid_input","fields":{"title":"Too long."}}', '[]', 3)
      updateRow.run('unknown', null, '{"code":"create_unknown"}', '[]', 4)
      updateRow.run(
        'faulty',
        null,
        null,
        '[{"column":0,"text":"Not an address."},{"column":null,"text":"No address at all."}]',
        5,
      )
      updateRow.run('skipped', null, null, '[{"column":0,"text":"Not an address."}]', 6)
    })
    return { run, header }
  }
  const padCells = (cells: readonly string[]) => difficultTexts.map((_, at) => cells[at] ?? '')

  it.each(['csv', 'xlsx'] as const)(
    'the results file has the original columns and can be read back unchanged: %s',
    async (format) => {
      const { run, header } = await endedRun()
      const { job } = await app.get('runs.export', { id: run.id, what: 'results', format })
      const bytes = await fetchFile(job)
      const rows =
        format === 'csv' ? readCsv(bytes.toString('utf8')) : ((await readXlsx(bytes))['Results'] ?? [])
      expect(rows[0]).toEqual([...header, 'Link', 'Outcome', 'Reason'])
      const [link, outcome] = [header.length, header.length + 1]
      expect(rows.map((row) => [row[link], row[outcome]])).toEqual([
        ['Link', 'Outcome'],
        ['https://l.example/abc', 'Created'],
        ['', 'Failed'],
        ['', 'Not certain'],
        ['', 'Not sent'],
        ['', 'Left out'],
      ])
      expect(rows.map((row) => row[outcome + 1] ?? '')).toEqual([
        'Reason',
        '',
        expect.stringMatching(/\. title: Too long\.$/),
        expect.stringMatching(/\.$/),
        'C0: Not an address. No address at all.',
        '',
      ])
      if (format === 'csv') expect(rows[1]?.slice(0, 2)).toEqual(["'=1+1", "''+x"])
      else expect(rows[1]?.slice(0, difficultTexts.length)).toEqual(difficultTexts)
      const secondRun = await prepare({
        kind: 'file',
        file: await uploadText(app, bytes),
        name: `again.${format}`,
      })
      expect(secondRun.header).toEqual(rows[0])
      const cells = withLibrary((sql) =>
        sql.prepare('SELECT cells FROM run_rows WHERE run = ? ORDER BY number').all(secondRun.id),
      )
      const read = cells.map((row) =>
        padCells((JSON.parse(row['cells'] as string) as string[]).slice(0, difficultTexts.length)),
      )
      expect(read).toEqual([difficultTexts, ['https://example.com/'], ['x'], ['y'], ['z']].map(padCells))
    },
  )

  it('the results file has a name that every system accepts', async () => {
    const { run } = await endedRun()
    const { job } = await app.get('runs.export', { id: run.id, what: 'results', format: 'csv' })
    await waitForJob(app, job)
    expect(app.core.exported(job)?.name).toBe('B test-results.csv')
  })

  it.each(['csv', 'xlsx'] as const)(
    'the file of rows with errors has the original rows, each once with its reasons: %s',
    async (format) => {
      const { run, header } = await endedRun()
      const { job } = await app.get('runs.export', { id: run.id, what: 'errors', format })
      const bytes = await fetchFile(job)
      const rows =
        format === 'csv' ? readCsv(bytes.toString('utf8')) : ((await readXlsx(bytes))['Errors'] ?? [])
      expect(rows).toEqual([
        [...header, 'Reasons'],
        [...padCells(['y']), 'C0: Not an address. No address at all.'],
      ])
    },
  )

  it('a cancelled results file leaves no partial file, and none is written for a deleted run', async () => {
    const run = await prepare(await file('Link,Title\n' + 'https://example.com/,x\n'.repeat(20_000)))
    const { job } = await app.get('runs.export', { id: run.id, what: 'results', format: 'xlsx' })
    await app.get('jobs.cancel', { id: job })
    expect(await waitForJob(app, job)).toMatchObject({ state: 'cancelled' })
    expect((await createPage(app)(`/export/${job}`)).status).toBe(404)
    expect(readdirSync(join(folder, 'exports'))).toEqual([])
    const missingRun = { id: randomUUID(), what: 'results', format: 'csv' } as const
    expect(await app.problem('runs.export', missingRun)).toEqual({ code: 'run_not_found' })
  })
})

describe('the template table', () => {
  it('the template table has every column with an example, and as a workbook a sheet that explains them', async () => {
    const csv = await app.get('runs.template', { format: 'csv' })
    const names = listTemplateColumns().map(({ name }) => name)
    const examples = listTemplateColumns().map(({ example }) => example)
    expect(readCsv((await fetchFile(csv.job)).toString('utf8'))).toEqual([names, examples])
    const xlsx = await app.get('runs.template', { format: 'xlsx' })
    const { Links, Columns } = await readXlsx(await fetchFile(xlsx.job))
    expect(Links?.[0]).toEqual(names)
    expect(names.map((_, at) => Links?.[1]?.[at] ?? '')).toEqual(examples)
    expect(Columns?.[0]).toEqual(['Column', 'Example', 'Purpose'])
    expect(Columns?.slice(1).map(([name, , about]) => [name, (about ?? '').length > 10])).toEqual(
      names.map((name) => [name, true]),
    )
  })
})
