import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxCellLength } from '../../../contract/app/runs/mapping/mapping.ts'
import { createSource } from '../../../contract/app/runs/sources.ts'
import { readHtmlRows } from '../../../core/tables/htmlTable.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { cellTexts, createSheetReader } from '../harness/sheets.ts'
import { createOds, textRows, createXlsx } from '../harness/workbooks.ts'
import { effort } from '../../effort.ts'

/** Lower than the app's limits, so that the tests are fast. `tests/attack/tableBombs.test.ts` uses the app's own. */
const limits = { fileBytes: 100_000_000, textBytes: 10_000_000 }

let folder: string
let library: TestLibrary
let reader: ReturnType<typeof createSheetReader>
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
  reader = createSheetReader(library.database, folder, limits)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const pages = () => {
  const { sql } = library.database
  return Number(sql.prepare('PRAGMA page_count').get()?.['page_count'])
}
const rowsKept = () => library.database.sql.prepare('SELECT count(*) AS rows FROM run_rows').get()?.['rows']

/** Opens a table and reads this many `batches`. */
async function begin(source: z.input<typeof createSource>, batches: number) {
  const id = randomUUID()
  const order = { id, profileId: 'p', profileName: 'Shop', environment: 'production' } as const
  await reader.sheets.open({ ...order, source: createSource.parse(source) })
  for (let batch = 0; batch < batches; batch++) await reader.sheets.next(id)
  return id
}

describe('a text that a workbook repeats', () => {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string" table:number-columns-repeated="20"><text:p>${text}</text:p></table:table-cell>`
  const repeated = (rows: number, text: string) =>
    createOds(
      `<table:table table:name="One"><table:table-row table:number-rows-repeated="${rows}">${cell(text)}</table:table-row></table:table>`,
    )
  const long = 'x'.repeat(maxCellLength)

  it('one text that a workbook repeats is rejected beyond the limit, and its space is freed', async () => {
    const pagesBefore = pages()
    const reading = reader.file(await repeated(9, long), { choice: { headerRow: 0 } })
    await expect(reading).rejects.toThrow('sheet_too_large')
    expect(rowsKept()).toBe(0)
    await library.database.reclaim.idle()
    expect(pages() - pagesBefore).toBeLessThan(1_100)
  })

  it('one text that a workbook repeats is not repeated in memory before it is rejected', async () => {
    const read = reader.file(await repeated(effort(1_048_576), 'x'), { choice: { headerRow: 0 } })
    await expect(read).rejects.toThrow(/sheet_too_l/)
    expect(rowsKept()).toBe(0)
  })

  it('a text that a workbook repeats is refused in a workbook of Excel that refers to it', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(20)
    const rows = `<row>${cells}</row>`.repeat(9)
    const content = await createXlsx({ sheets: [{ name: 'One', rows }], strings: `<si><t>${long}</t></si>` })
    await expect(reader.file(content, { choice: { headerRow: 0 } })).rejects.toThrow('sheet_too_large')
    expect(rowsKept()).toBe(0)
  })

  it('one text that a workbook repeats is not left in the file after a cancel', async () => {
    const pagesBefore = pages()
    const file = reader.take(await repeated(8, long))
    const id = await begin({ kind: 'file', file, name: 'bomb.ods', choice: { headerRow: 0 } }, 0)
    // The size of a batch depends on the machine's speed.
    while (pages() - pagesBefore <= 1_700)
      expect(await reader.sheets.next(id)).toMatchObject({ isLast: false })
    while (reader.sheets.abandon(id));
    await library.database.reclaim.idle()
    expect(pages() - pagesBefore).toBeLessThan(1_100)
  })
})

describe('blank rows', () => {
  it('blank rows do not hide the rows after them', async () => {
    const run = await reader.file(`Title,Link\n${',,,,\n'.repeat(100_000)}One,https://example.com/\n`)
    expect(cellTexts(run)).toEqual([['One', 'https://example.com/']])
    expect(run.header).toEqual(['Title', 'Link'])
  })

  it('blank rows are dropped from pasted text', async () => {
    const run = await reader.paste(`Title\tLink\n${'\r'.repeat(200_000)}One\thttps://example.com/`)
    expect(cellTexts(run)).toEqual([['One', 'https://example.com/']])
  })
})

describe('a row of delimiters only', () => {
  it('a row of delimiters only is read up to the widest row that a table may have', async () => {
    const run = await reader.file(`Title,Link\nOne,https://example.com/${','.repeat(1_000_000)}\n`)
    expect(run.rows).toEqual([{ cells: expect.any(Array) as string[], errors: [], warnings: [] }])
    expect(run.header.length).toBeLessThanOrEqual(400)
  })

  it('a row of delimiters only ends the table if it is longer than any row', async () => {
    const run = await reader.file(`Title,Link\nOne,https://example.com/\n${','.repeat(17_000_000)}\n`)
    expect(run.rows.map(({ errors }) => errors.length)).toEqual([0, 1])
  })

  it('a row of delimiters only has a warning if there is text beyond the last column', async () => {
    const run = await reader.file(`Title,Link\nOne,https://example.com/${','.repeat(1_000)}far\n`)
    expect(run.rows[0]?.errors.map(({ text }) => text).join()).toContain('more than 400 columns')
  })
})

it('number formats with brackets that are never closed are read in linear time', async () => {
  const ids = Array.from({ length: effort(90_000) }, (_, id) => id)
  const formats = ids.map((id) => `<numFmt numFmtId="${id}" formatCode="${'['.repeat(900)}"/>`).join('')
  const cellFormats = ids.map((id) => `<xf numFmtId="${id}"/>`).join('')
  const styles = `<numFmts>${formats}</numFmts><cellXfs>${cellFormats}</cellXfs>`
  const content = await createXlsx({ sheets: [{ name: 'One', rows: textRows([['a']]) }], styles })
  expect(cellTexts(await reader.file(content, { choice: { headerRow: 0 } }))).toEqual([['a']])
})

describe('HTML from the clipboard', () => {
  const cell = (content: string) => readHtmlRows(`<table><tr><td>first</td><td>${content}</td></tr></table>`)

  it.each([
    ['paragraphs in one cell', `x${'<p>a</p>'.repeat(2_000_000)}`, /^xa?\na\n/],
    [
      'empty paragraphs after many blanks',
      `${'&nbsp;'.repeat(65_000)}${'<p></p>'.repeat(2_000_000)}`,
      /^ +$/,
    ],
    [
      'blanks written as entities',
      `${'&#32;'.repeat(65_000)}x<br></td>`.repeat(50).replaceAll('</td>', '</td><td>'),
      /^x\n$/,
    ],
  ])('%s are read in linear time', async (_, content, text) => {
    const rows = await cell(content)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.cells[1]).toMatch(text)
  })

  it('elements nested deeper than in any table are refused before their end tags are searched for', async () => {
    const deep = '<b>'.repeat(1_000_000) + '</i>'.repeat(1_000_000)
    await expect(cell(deep)).rejects.toThrow('sheet_too_large')
    await expect(readHtmlRows('<table><tr><td>'.repeat(1_000_000))).rejects.toThrow('sheet_too_large')
  })
})

it('a table with more merged cells than the limit is refused', async () => {
  const html = `<table>${'<tr><td colspan=1000>x</td></tr>'.repeat(600)}</table>`
  await expect(readHtmlRows(html, 200_000)).rejects.toThrow('sheet_too_large')
})

it('reading a table leaves the event loop free', async () => {
  let turns = 0
  let isOver = false
  const count = async () => {
    for (; !isOver; turns++) await nextTurn()
  }
  const counting = count()
  await reader.file(`Title\n${'\r'.repeat(400_000)}One\n`)
  isOver = true
  await counting
  expect(turns).toBeGreaterThan(2)
})

it('an ordinary sheet is read', async () => {
  const content = await createXlsx({ sheets: [{ name: 'One', rows: textRows([['a', 'b'], ['c']]) }] })
  expect(cellTexts(await reader.file(content, { choice: { headerRow: 0 } }))).toEqual([['a', 'b'], ['c']])
})

it('a file that is larger than any table is refused before it is read', async () => {
  const strict = createSheetReader(library.database, folder, { ...limits, fileBytes: 1_000 })
  const file = strict.take(`Title\n${'One\n'.repeat(300)}`)
  await expect(strict.sheets.names(file)).rejects.toThrow('sheet_too_large')
  await expect(strict.read({ kind: 'file', file, name: 'table.csv' })).rejects.toThrow('sheet_too_large')
})
