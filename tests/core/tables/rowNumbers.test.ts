import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import { createSheetReader } from '../harness/sheets.ts'
import { createOds, createXlsx } from '../harness/workbooks.ts'
import type { Database } from '../../../core/library/openDatabase.ts'

let folder: string
let database: Database
let reader: ReturnType<typeof createSheetReader>
beforeEach(async () => {
  folder = await temporaryFolder()
  ;({ database } = testLibrary(folder))
  reader = createSheetReader(database, folder)
})
afterEach(async () => {
  database.sql.close()
  await removeFolder(folder)
})

/** Returns the numbers of the rows that were read. */
async function numbersOf(run: Promise<{ id: string }>): Promise<unknown[]> {
  const { id } = await run
  const rows = database.sql.prepare('SELECT number FROM run_rows WHERE run = ? ORDER BY number').all(id)
  return rows.map(({ number }) => number)
}

const header = 'Title\tURL\n'
const rows = 'One\thttps://a.example/1\n\nTwo\thttps://a.example/2\n'
const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`

it('a row has the same number as in the spreadsheet, which also counts the header and blank rows', async () => {
  expect(await numbersOf(reader.paste(header + rows))).toEqual([2, 4])
  expect(await numbersOf(reader.file((header + rows).replaceAll('\t', ',')))).toEqual([2, 4])
})

it('a pasted row without a header has its number in the paste', async () => {
  expect(
    await numbersOf(reader.read({ kind: 'pasted', text: rows, html: '', choice: { headerRow: 0 } })),
  ).toEqual([1, 3])
})

it('a row of an Excel file that omits blank rows has the number from the file', async () => {
  const sheet = [
    `<row r="3">${text('Title')}${text('URL')}</row>`,
    `<row r="4">${text('One')}${text('https://a.example/1')}</row>`,
    `<row r="9">${text('Two')}${text('https://a.example/2')}</row>`,
  ].join('')
  const book = await createXlsx({ sheets: [{ name: 'Links', rows: sheet }] })
  expect(await numbersOf(reader.file(book, { name: 'table.xlsx', choice: { headerRow: 1 } }))).toEqual([4, 9])
})

it('a repeated blank row of an OpenDocument file counts once per repetition', async () => {
  const cell = (value: string) => `<table:table-cell><text:p>${value}</text:p></table:table-cell>`
  const row = (value: string, more = '') => `<table:table-row${more}>${cell(value)}</table:table-row>`
  const blank = `<table:table-row table:number-rows-repeated="5"><table:table-cell/></table:table-row>`
  const again = ' table:number-rows-repeated="2"'
  const table = `<table:table table:name="A">${row('Title')}${blank}${row('One', again)}</table:table>`
  const book = await createOds(table)
  expect(await numbersOf(reader.file(book, { name: 'table.ods', choice: { headerRow: 1 } }))).toEqual([7, 8])
})
