import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { csvColumnNames, csvColumns } from '../../../contract/app/library/columns/csvColumns.ts'
import { changeableFields } from '../../../contract/service/link/fields.ts'
import { linkEntry, presetEntry } from '../../../contract/app/library/linkFile.ts'
import { createLinkFileReader } from '../../../contract/app/library/linkFileReader.ts'
import { createNotices } from '../../../core/notices.ts'
import { toLinkRow } from '../../../core/library/linkEntry.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { linkTextWith, allFieldsRequest } from '../../contract/service/link/everyField.ts'
import { findMountObstacle, createLimitedDisk } from '../../hosts/limitedDisk.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { readCsv } from '../harness/csv.ts'
import { exportTo, exportAsText, createPage } from '../harness/exports.ts'
import { testLibrary } from '../harness/library.ts'
import { readXlsx } from '../harness/readXlsx.ts'

let folder: string
let app: App | null = null
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await app?.core.close()
  app = null
  await removeFolder(folder)
})

const answer = `{"link":${linkTextWith({ title: 'What the service says' }).replace('{', '{"id":9223372036854775807,')}}`
const json = { kind: 'json' } as const
const everything = { everything: true } as const

/**
 * The app on a library of such links: one with all fields, one that was only requested, one with texts that
 * spreadsheets would run.
 */
async function startAppWithThreeLinks() {
  const { keep, database } = testLibrary(folder)
  const full = keep(allFieldsRequest, { answer })
  const unknownId = keep(allFieldsRequest)
  const formulaId = keep({
    title: '=HYPERLINK("https://evil.example")',
    tracking_source: '+1',
    subtitle: 'a\r\n"b", c',
  })
  database.sql
    .prepare(
      `UPDATE links SET added = 1, starred = 1, archived = 1, note = 'a note', problem = '{"code":"create_unknown"}',
       tag_changes = '{"added":["mine"],"removed":["first tag"]}', settles_by_itself = 0, promoted_from = ?, run = '11111111-1111-4111-8111-111111111111', last_check = 'same' WHERE id = ?`,
    )
    .run(unknownId, full)
  database.sql.prepare(`INSERT INTO checks VALUES (?, '2026-01-01', '2026-01-02', 2, 'same', '[]')`).run(full)
  database.sql.close()
  app = await startApp(folder)
  return { app, full, unknownId, formulaId }
}

const rowsIn = () => {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const rows = sql.prepare('SELECT * FROM links ORDER BY id').all()
  sql.close()
  return rows
}

const linesOf = (text: string) => text.split('\n').map(createLinkFileReader())

describe('an export of the whole library', () => {
  it('an export of the whole library contains every column of every link exactly, so that the same rows can be restored', async () => {
    const { app, full } = await startAppWithThreeLinks()
    const lines = linesOf(await exportAsText(app, { which: everything, format: json }))
    expect(lines.map(({ kind }) => kind)).toEqual(['header', 'entry', 'entry', 'entry', 'end', 'blank'])
    const readRows = lines
      .flatMap((line) => (line.kind === 'entry' ? [toLinkRow(linkEntry.parse(line.value))] : []))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const rows = rowsIn()
    // A hash of the key belongs to this library. The service reports visits, and who made a link, again.
    const unused = { stored: null, sent_with: null }
    expect(readRows.map((row) => ({ ...row, ...unused }))).toEqual(rows.map((row) => ({ ...row })))
    // Every column has a value in some link; otherwise the comparison would prove little.
    const empty = Object.entries(rows.find(({ id }) => id === full) ?? {}).filter(
      ([, value]) => value === null,
    )
    const fromService = ['visits', 'visits_at', 'last_visit', 'author', 'changed_by']
    expect(empty.map(([name]) => name)).toEqual(['stored', 'sent_with', ...fromService])
    const checks = [{ firstAt: '2026-01-01', lastAt: '2026-01-02', times: 2, outcome: 'same', changes: [] }]
    expect(lines[1]).toMatchObject({ value: { answer, checks } })
  })

  it('an export of the whole library contains the presets, and which profiles use them by default', async () => {
    const { app } = await startAppWithThreeLinks()
    await app.get('presets.save', { id: 'one', name: 'Spring', form: { title: 'T' } })
    await app.get('presets.setDefault', { profileId: 'p', presetId: 'one' })
    const presets = linesOf(await exportAsText(app, { which: everything, format: json })).flatMap((line) =>
      line.kind === 'entry' && line.section === 'presets' ? [presetEntry.parse(line.value)] : [],
    )
    expect(presets).toMatchObject([{ id: 'one', name: 'Spring', form: { title: 'T' }, defaultOf: ['p'] }])
  })

  it('an export of the whole library contains the saved views', async () => {
    const { app } = await startAppWithThreeLinks()
    const view = { id: randomUUID(), name: 'Starred', query: 'q=is%3Astarred' }
    await app.get('views.save', view)
    const views = linesOf(await exportAsText(app, { which: everything, format: json })).flatMap((line) =>
      line.kind === 'entry' && line.section === 'views' ? [line.value] : [],
    )
    expect(views).toEqual([view])
  })

  it('an export of the whole library is possible from a library of a newer version, and from an empty one', async () => {
    openLibrary(folder, createNotices()).sql.close()
    app = await startApp(folder)
    const kinds = linesOf(await exportAsText(app, { which: everything, format: json })).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(['header', 'blank', 'end', 'blank'])
    await app.core.close()
    const sql = new DatabaseSync(join(folder, 'library.db'))
    sql.exec('PRAGMA user_version = 900')
    sql.close()
    app = await startApp(folder)
    expect(await exportTo(app, { which: everything, format: json })).toMatchObject({ state: 'finished' })
  })
})

describe('a table for spreadsheets', () => {
  it('a table for spreadsheets has a column for each field, as stored by the service or else as requested', async () => {
    const { app, full, unknownId } = await startAppWithThreeLinks()
    const format = { kind: 'csv', columns: [...csvColumnNames] } as const
    const text = await exportAsText(app, { which: { ids: [full, unknownId] }, format })
    expect(text.startsWith('\ufeffLink,Path,')).toBe(true)
    const [head = [], ...rows] = readCsv(text)
    expect(head).toEqual(csvColumnNames.map((name) => csvColumns[name]))
    expect(new Set(head).size).toBe(head.length)
    const [first, second] = rows.map((row) =>
      Object.fromEntries(csvColumnNames.map((name, at) => [name, row[at]])),
    )
    const fields = {
      subtitle: allFieldsRequest.subtitle,
      data: allFieldsRequest.data,
      ios_custom_redirect: allFieldsRequest.ios_custom_redirect.url,
      ios_custom_redirect_open_app: 'no',
      android_custom_redirect: allFieldsRequest.android_custom_redirect.url,
      desktop_custom_redirect: allFieldsRequest.desktop_custom_redirect.url,
      show_preview_ios: 'yes',
      show_preview_android: 'yes',
      tracking_campaign: allFieldsRequest.tracking_campaign,
      tracking_source: allFieldsRequest.tracking_source,
      tracking_medium: allFieldsRequest.tracking_medium,
    }
    const local = { note: 'a note', starred: 'yes', archived: 'yes', tags: 'second tag, mine', id: full }
    expect(first).toMatchObject({ ...fields, ...local, title: 'What the service says', profile: 'Shop' })
    expect(second).toMatchObject({ ...fields, title: allFieldsRequest.title, tags: 'first tag, second tag' })
    expect(second).toMatchObject({ starred: '', note: '', state: 'created', environment: 'production' })
  })

  it('a link whose service returned no app data has the same cells as before it was read back', async () => {
    const { keep, database } = testLibrary(folder)
    const request = { title: 'Sale', desktop_custom_redirect: { url: 'https://shop.example/1' } }
    const stored = { ...request, data: {}, tags: [], subtitle: '', tracking_source: null }
    const ids = [keep(request), keep(request, { answer: JSON.stringify({ link: stored }) })]
    database.sql.close()
    app = await startApp(folder)
    const format = { kind: 'csv', columns: [...changeableFields] } as const
    const [, first, second] = readCsv(await exportAsText(app, { which: { ids }, format }))
    expect(first?.[changeableFields.indexOf('data')]).toBe('')
    expect(second).toEqual(first)
  })

  it('a table for spreadsheets has the selected columns and links in order, and no cell that runs as a formula', async () => {
    const { app } = await startAppWithThreeLinks()
    const view = { archived: 'all', sort: 'oldest' } as const
    const format = { kind: 'csv', columns: ['tracking_source', 'title', 'subtitle'] } as const
    expect(readCsv(await exportAsText(app, { which: { view }, format }))).toEqual([
      ['Source', 'Title', 'Subtitle'],
      [allFieldsRequest.tracking_source, 'What the service says', allFieldsRequest.subtitle],
      [allFieldsRequest.tracking_source, allFieldsRequest.title, allFieldsRequest.subtitle],
      ["'+1", `'=HYPERLINK("https://evil.example")`, 'a\r\n"b", c'],
    ])
    const found = await exportAsText(app, {
      which: { view: { search: 'evil' } },
      format: { ...format, columns: ['path'] },
    })
    expect(readCsv(found)).toEqual([['Path'], ['path3']])
  })
})

describe('an exported file', () => {
  it('an exported file can be saved by a window that knows its job, until it is dismissed', async () => {
    const { app } = await startAppWithThreeLinks()
    const job = await exportTo(app, { which: everything, format: json })
    expect(job).toMatchObject({ kind: 'export', state: 'finished', counts: { links: 3 } })
    const page = createPage(app)
    const found = await page(`/export/${job.id}`)
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="linkwright-links-\d{4}-\d\d-\d\d\.json"$/,
      ) as string,
      'content-length': String(Buffer.byteLength(await found.text())),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(statSync(join(folder, 'exports', job.id)).mode & 0o777).toBe(0o600)
    expect((await page(`/export/${job.id}`, 'POST')).status).toBe(404)
    for (const id of ['', '../library.db', '%2e%2e%2flibrary.db', job.id.toUpperCase()]) {
      expect((await page(`/export/${id}`)).status).toBe(404)
    }
    await app.get('jobs.dismiss', { id: job.id })
    expect((await page(`/export/${job.id}`)).status).toBe(404)
    expect(readdirSync(join(folder, 'exports'))).toEqual([])
  })

  it('an exported file is deleted when the app ends, or at the next start after a kill', async () => {
    const { app: first } = await startAppWithThreeLinks()
    await exportTo(first, { which: everything, format: json })
    await first.core.close()
    expect(existsSync(join(folder, 'exports'))).toBe(false)
    mkdirSync(join(folder, 'exports'))
    writeFileSync(join(folder, 'exports', 'left'), 'half')
    app = await startApp(folder)
    expect(existsSync(join(folder, 'exports'))).toBe(false)
  })
})

const mountObstacle = findMountObstacle()
describe.skipIf(mountObstacle !== null)(
  `an export onto a full disk${mountObstacle ? ` (skipped: ${mountObstacle})` : ''}`,
  () => {
    it('an export that fails says why and leaves nothing', async () => {
      const disk = createLimitedDisk()
      const { keep, database } = testLibrary(disk.folder)
      database.sql.exec('BEGIN')
      for (let at = 0; at < 12; at++) keep({ subtitle: 'x'.repeat(4_000) })
      database.sql.exec('COMMIT')
      database.sql.close()
      const full = await startApp(disk.folder)
      try {
        disk.fill(32 * 1_024)
        expect(await exportTo(full, { which: everything, format: json })).toMatchObject({
          state: 'failed',
          problem: { code: 'storage_failed' },
        })
        expect(readdirSync(join(disk.folder, 'exports'))).toEqual([])
      } finally {
        await full.core.close()
        disk.remove()
      }
    })
  },
)

it('an export writes a table with semicolons, and the same table as a workbook with text cells', async () => {
  const { app } = await startAppWithThreeLinks()
  const columns = ['title', 'tracking_source'] as const
  const text = await exportAsText(app, {
    which: everything,
    format: { kind: 'csv', columns, delimiter: ';' },
  })
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")";'+1\r\n`)
  const { id, state } = await exportTo(app, { which: everything, format: { kind: 'xlsx', columns } })
  expect(state).toBe('finished')
  const response = await createPage(app)(`/export/${id}`)
  expect(response.headers.get('content-disposition')).toContain('.xlsx')
  const { Links } = await readXlsx(Buffer.from(await response.arrayBuffer()))
  expect(Links).toContainEqual(['=HYPERLINK("https://evil.example")', '+1'])
})
