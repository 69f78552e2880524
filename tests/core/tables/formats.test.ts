import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import type { BookType, CellObject, WorkSheet } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runWords } from '../../../core/library/runs/sheets/source.ts'
import { openShaped } from '../../../core/tables/openShaped.ts'
import type { SheetRow, TableInput } from '../../../core/tables/table.ts'
import { openHere } from '../harness/openHere.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'formats-'))))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function fileOf(content: string | Uint8Array): { file: string } {
  const file = join(folder, String(++count))
  writeFileSync(file, content)
  return { file }
}

async function read(input: TableInput): Promise<SheetRow[]> {
  const table = await openShaped(input, { open: openHere, words: runWords, choice: {}, remembered: [] })
  const rows: SheetRow[] = []
  for (let next = await table.next(); next; next = await table.next()) rows.push(...next)
  return rows
}

function toWorkbook(sheet: WorkSheet, bookType: BookType): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Links')
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Buffer)
}

/** Returns a sheet of links with these cells below the header. */
function sheetOf(...rows: (string | number | CellObject)[][]): WorkSheet {
  return utils.aoa_to_sheet([['Title', 'URL', 'Campaign'], ...rows] as unknown[][])
}
const allTypes: BookType[] = ['xlsx', 'biff8', 'xlml', 'ods', 'fods', 'html']
const one = 'https://example.com/1'
const two = 'https://example.com/2'

describe('a campaign that is merged over two rows', () => {
  it.each(allTypes)('is the campaign of both rows in %s', async (type) => {
    const sheet = sheetOf(['A', one, 'spring'], ['B', two, ''])
    sheet['!merges'] = [utils.decode_range('C2:C3')]
    const rows = await read(fileOf(toWorkbook(sheet, type)))
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['A', one, 'spring'],
      ['B', two, 'spring'],
    ])
  })

  it('is the campaign of both rows of a paste', async () => {
    const html = `<table><tr><th>Title<th>URL<th>Campaign<tr><td>A<td>${one}<td rowspan=2>spring<tr><td>B<td>${two}</table>`
    const text = `Title\tURL\tCampaign\nA\t${one}\tspring\nB\t${two}\t\n`
    expect((await read({ text, html })).map(({ cells }) => cells[2])).toEqual(['spring', 'spring'])
  })
})

describe('a number with a format', () => {
  const formats: [string, number, string][] = [
    ['"SKU-"0000', 42, 'SKU-0042'],
    ['000\\-000', 123_456, '123-456'],
    ['00000', 42, '00042'],
    ['0%', 0.25, '25%'],
  ]
  it.each(formats)('%s of %d is read as a spreadsheet displays it', async (format, value, shown) => {
    for (const type of ['xlsx', 'biff8', 'xlml'] as const) {
      const sheet = sheetOf([{ t: 'n', v: value, z: format }, one, 'spring'])
      const rows = await read(fileOf(toWorkbook(sheet, type)))
      expect([type, rows[0]?.cells[0]]).toEqual([type, shown])
    }
  })
})

describe('a number that lost digits', () => {
  it.each(['xlsx', 'biff8', 'xlml', 'ods'] as const)('has a warning in %s', async (type) => {
    const rows = await read(fileOf(toWorkbook(sheetOf([1_234_567_890_123_456_768, one, 'x']), type)))
    expect(rows[0]?.notes).toMatchObject([{ column: 0, isError: false }])
  })
})

describe('a cell with an error', () => {
  it.each(['xlsx', 'biff8', 'xlml'] as const)('is an error in %s', async (type) => {
    const rows = await read(fileOf(toWorkbook(sheetOf(['A', one, { t: 'e', v: 42 }]), type)))
    expect(rows[0]).toMatchObject({ cells: ['A', one, '#N/A'], notes: [{ column: 2, isError: true }] })
  })
})

describe('="0042", which keeps the zeros in a text', () => {
  it.each([
    ['commas', `Title,URL\n"=""0042""",${one}\n`],
    ['semicolons', `Title;URL\n="0042";${one}\n`],
    ['tabs', `Title\tURL\n="0042"\t${one}\n`],
  ])('is read without its signs: %s', async (_, content) => {
    expect((await read(fileOf(content)))[0]?.cells).toEqual(['0042', one])
    expect((await read({ text: content, html: '' }))[0]?.cells).toEqual(['0042', one])
  })
})

describe('a linked cell', () => {
  it.each(['xlsx', 'biff8', 'xlml', 'html'] as const)(
    'has the address that it is linked to in %s',
    async (type) => {
      const linked: CellObject = { t: 's', v: 'Landing page', l: { Target: one } }
      const rows = await read(fileOf(toWorkbook(sheetOf(['A', linked, 'spring']), type)))
      expect(rows[0]).toMatchObject({ cells: ['A', one, 'spring'], notes: [{ column: 1, isError: false }] })
    },
  )
})

describe('a file that is cut off', () => {
  const rows = Array.from({ length: 40 }, (_, index) => [`Title ${index}`, one, 'spring'])

  it.each(['xlsx', 'biff8', 'xlml', 'ods', 'fods'] as const)('is refused: %s', async (type) => {
    const content = toWorkbook(sheetOf(...rows), type)
    for (let part = 1; part < 12; part++) {
      const cut = fileOf(content.subarray(0, Math.ceil((content.length * part) / 12)))
      await expect(read(cut)).rejects.toThrow(/sheet_(?:broken|unknown)/)
    }
  })

  it('has a warning at its last row if it is a web page', async () => {
    const content = toWorkbook(sheetOf(...rows), 'html')
    const cut = await read(fileOf(content.subarray(0, content.length / 2)))
    expect(cut.at(-1)?.notes?.map(({ text }) => text)).toEqual([
      'The file ends inside its table. Rows after this one may be missing.',
    ])
    expect((await read(fileOf(content))).flatMap(({ notes = [] }) => notes)).toEqual([])
  })
})

describe('a file of flat XML that repeats a row', () => {
  const flat = (repeats: number) => {
    const cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    const content = toWorkbook(sheetOf(['A', one, 'spring']), 'fods').toString()
    return content.replace(
      '</table:table>',
      `<table:table-row table:number-rows-repeated="${repeats}">${cell.repeat(3)}</table:table-row></table:table>`,
    )
  }

  it('is read up to a limit, beyond which it is refused before it takes memory', async () => {
    expect(await read(fileOf(flat(100)))).toHaveLength(101)
    await expect(read(fileOf(flat(1_000_000_000)))).rejects.toThrow('sheet_too_large')
  })
})
