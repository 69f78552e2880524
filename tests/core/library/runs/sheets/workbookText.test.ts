import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../../../harness/app.ts'
import type { App } from '../../../harness/app.ts'
import { createPage, exportTo } from '../../../harness/exports.ts'
import { uploadText } from '../../../harness/imports.ts'
import { testLibrary } from '../../../harness/library.ts'
import { createOds, createXlsx, createZip } from '../../../harness/workbooks.ts'

let folder: string
let app: App
let ids: string[]
beforeEach(async () => {
  folder = await temporaryFolder()
  const { keep, database } = testLibrary(folder)
  ids = ['=Sum', 'Größe; "groß"', 'line\nbreak', 'a\0b'].map((title) => keep({ title }))
  database.sql.close()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

// No profile owns the domain, so that each link is listed with its row.
const target = { profileId: 'p', environment: 'production' } as const

it('a workbook that Linkwright exported is read back by Import, with each link in its row', async () => {
  const format = { kind: 'xlsx', columns: ['link', 'title'] } as const
  const job = await exportTo(app, { which: { ids }, format })
  const response = await createPage(app)(`/export/${job.id}`)
  const id = await uploadText(app, Buffer.from(await response.arrayBuffer()))
  for (let previews = 0; previews < 2; previews++) {
    const { kind, errors } = await app.get('imports.preview', { id, ...target })
    expect(kind).toBe('table')
    expect(errors.map(({ row, text }) => [row, text])).toEqual([
      [2, 'l.example/path1'],
      [3, 'l.example/path2'],
      [4, 'l.example/path3'],
      [5, 'l.example/path4'],
    ])
  }
})

it('rows of a workbook keep their numbers after rows that it omits', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (number: number, text: string) => `<row r="${number}">${cell(text)}</row>`
  const rows = row(2, 'link') + row(7, 'https://own.example/a1')
  const id = await uploadText(app, await createXlsx({ sheets: [{ name: 'Links', rows }] }))
  const { errors } = await app.get('imports.preview', { id, ...target })
  expect(errors).toMatchObject([{ row: 7, text: 'own.example/a1' }])
})

it('row numbers that go back and forth do not make a small workbook fill the disk', async () => {
  const cell = '<c t="inlineStr"><is><t>https://own.example/a1</t></is></c>'
  const rows = `<row r="1048576">${cell}</row><row r="1">${cell}</row>`.repeat(20)
  const id = await uploadText(app, await createXlsx({ sheets: [{ name: 'Links', rows }] }))
  await app.get('imports.preview', { id, ...target })
  expect((await stat(join(folder, 'imports', id))).size).toBeLessThan(3_000_000)
})

it('a workbook with more rows than a spreadsheet can have is rejected', async () => {
  const cell = '<table:table-cell><text:p>https://own.example/a1</text:p></table:table-cell>'
  const blank =
    '<table:table-row table:number-rows-repeated="2000000000"><table:table-cell/></table:table-row>'
  const ods = await createOds(`<table:table>${blank}<table:table-row>${cell}</table:table-row></table:table>`)
  const id = await uploadText(app, ods)
  expect(await app.problem('imports.preview', { id, ...target })).toMatchObject({ code: 'sheet_too_long' })
})

it('closing the app does not wait for the conversion of a long workbook', async () => {
  const cells = `<table:table-cell><text:p>${'x'.repeat(100)}</text:p></table:table-cell>`.repeat(20)
  const rows = `<table:table-row table:number-rows-repeated="190000">${cells}</table:table-row>`
  const id = await uploadText(app, await createOds(`<table:table>${rows}</table:table>`))
  const preview = app.problem('imports.preview', { id, ...target })
  await expect.poll(() => readdir(join(folder, 'imports')), { timeout: 60_000 }).toHaveLength(2)
  await app.core.close()
  expect(await preview).toMatchObject({ code: 'import_gone' })
})

it('an archive that is no workbook is rejected with a reason', async () => {
  const id = await uploadText(app, await createZip({ 'notes.txt': 'https://own.example/a1' }))
  expect(await app.problem('imports.preview', { id, ...target })).toMatchObject({ code: 'import_not_text' })
})
