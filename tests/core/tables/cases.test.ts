import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { regionalEncoding, guessEncoding } from '../../../core/tables/guessEncoding.ts'
import { openShaped } from '../../../core/tables/openShaped.ts'
import type { SheetRow, TableInput } from '../../../core/tables/table.ts'
import type { ReadingChoice, RememberedReading } from '../../../contract/app/tables/reading.ts'
import { toRemembered } from '../../../contract/app/tables/reading.ts'
import { runWords } from '../../../core/library/runs/sheets/source.ts'
import { openHere } from '../harness/openHere.ts'
import { createXlsx, createZip } from '../harness/workbooks.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'tables-'))))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function fileOf(content: string | Buffer): { file: string } {
  const file = join(folder, String(++count))
  writeFileSync(file, content)
  return { file }
}

async function read(
  input: TableInput,
  choice: ReadingChoice = {},
  remembered: readonly RememberedReading[] = [],
) {
  const table = await openShaped(input, { open: openHere, words: runWords, choice, remembered })
  const rows: SheetRow[] = []
  for (let next = await table.next(); next; next = await table.next()) rows.push(...next)
  const cells = rows.map((row) => row.cells)
  const notes = rows.map((row) => (row.notes ?? []).map(({ isError, column }) => [isError, column]))
  const repaired = rows.map((row) => row.repaired ?? null)
  return {
    repaired,
    names: table.names,
    headerRow: table.headerRow,
    reading: table.reading,
    cells,
    notes,
  }
}
const text = (content: string) => read(fileOf(content))

describe('a row with another number of cells than the header', () => {
  it.each([
    [
      'a comma in an address',
      'Title,URL,Source\nA,https://example.com/?ids=1,2,3,news\nB,https://example.com/,x\n',
      1,
    ],
    ['tags with commas', 'Title,URL,Tags\nA,https://example.com/1,red,blue\nB,https://example.com/,x\n', 1],
    ['a semicolon in an address', 'Title;URL\nA;https://example.com/a;b=1\nB;https://example.com/\n', 1],
    ['a missing cell', 'Title,URL,Source\nA,https://example.com/1\nB,https://example.com/,x\n', 2],
  ])('is an error at its cell: %s', async (_, content, column) => {
    expect((await text(content)).notes).toEqual([[[true, column]], []])
  })

  it('is none if only blank cells follow, or if the header ends with blank ones', async () => {
    expect((await text('Title,URL\nA,https://example.com/,,\n')).notes).toEqual([[]])
    expect((await text('Title,URL,\nA,https://example.com/\n')).notes).toEqual([[]])
  })

  it('marks the rows around a line break, of which one is only a part', async () => {
    const rows = 'Title,URL,Campaign\nOne,https://example.com/1,a\n'
    const first = await text(`${rows}Tw\no,https://example.com/2,b\nThree,https://example.com/3,c\n`)
    expect(first.notes.map((notes) => notes.map(([isError]) => isError))).toEqual([
      [false],
      [true],
      [false],
      [],
    ])
    const last = await text(`${rows}Two,https://example.com/2,spr\ning\n`)
    expect(last.notes.map((notes) => notes.map(([isError]) => isError))).toEqual([[], [false], [true]])
  })

  it('marks rows around a line break across the batches of a long file', async () => {
    const rows = (count: number) => 'Title,https://example.com/1,spring\n'.repeat(count)
    const { notes } = await text(`Title,URL,Campaign\n${rows(499)}cut\n${rows(2_000)}`)
    expect(notes.flatMap((list, index) => (list.length > 0 ? [index] : []))).toEqual([498, 499, 500])
  })

  it('is none in a list with one address per line', async () => {
    const lines = [
      'https://example.com/1',
      'https://maps.example.com/@48.1,11.5,12z',
      'https://example.com/a;b',
    ]
    expect((await text(lines.join('\n'))).cells).toEqual(lines.map((line) => [line]))
    expect((await read({ text: lines.join('\n'), html: '' })).cells).toEqual(lines.map((line) => [line]))
  })

  it('has a warning if addresses without a header end at a separator', async () => {
    const { notes } = await text('https://a.example/@1,2,3z\nhttps://a.example/@4,5,6z\n')
    expect(notes).toEqual([[[false, 0]], [[false, 0]]])
  })
})

it('a paste whose quotation mark is never closed has a warning at the cell', async () => {
  const { cells, notes } = await read({
    text: 'Title\tURL\n"A\thttps://example.com/1\nB\thttps://example.com/2',
    html: '',
  })
  expect(cells[0]).toEqual(['"A', 'https://example.com/1'])
  expect(notes).toEqual([[[false, 0]], []])
})

describe('the encoding of a text', () => {
  it.each([
    ['windows-1250', 'pl-PL', 'a3f3649f'],
    ['windows-1251', 'ru-RU', 'cbe5f2ede8e520f1eae8e4eae8'],
    ['shift_jis', 'en-US', '835e83438367838b'],
    ['macintosh', 'en-US', '4361668e20fc'.slice(0, 10)],
  ])('%s is recognized in %s', (encoding, locale, hex) => {
    expect(guessEncoding(Buffer.from(hex, 'hex'), locale)).toBe(encoding)
  })

  it('is a guess that is reported, and another one can be chosen', async () => {
    const file = fileOf(Buffer.from('Title;URL\n\xa3\xf3d\x9f;https://example.com/\n', 'latin1'))
    expect((await read(file)).reading.isEncodingGuess).toBe(true)
    const chosen = await read(file, { encoding: 'windows-1252' })
    expect(chosen.cells[0]?.[0]).toBe('£ódŸ')
    expect(chosen.reading).toMatchObject({ encoding: 'windows-1252', isEncodingGuess: false })
  })

  it('stays UTF-8 with a stray byte, which marks only its cell', async () => {
    const rows = 'Größe,https://example.com/1\n'.repeat(3)
    const content = Buffer.concat([
      Buffer.from(`Title,URL\n${rows}cut `),
      Buffer.from([0xe4]),
      Buffer.from(',https://example.com/2\n'),
    ])
    const { cells, notes } = await read(fileOf(content))
    expect(cells.slice(0, 3).every(([title]) => title === 'Größe')).toBe(true)
    expect(notes).toEqual([[], [], [], [[true, 0]]])
  })

  it('depends on the region: Traditional and Simplified Chinese, and others', () => {
    const regions = ['zh-TW', 'zh-CN', 'ja-JP', 'cs-CZ', 'de-DE', 'uk-UA']
    expect(regions.map(regionalEncoding)).toEqual([
      ...['big5', 'gb18030', 'shift_jis', 'windows-1250', 'windows-1252', 'windows-1251'],
    ])
  })
})

describe('a row that does not fit is repaired where that is certain', () => {
  const a = 'https://example.com'
  it.each([
    ['numbers of an address', 'Title,URL,Source', `A,${a}/?ids=1,2,3,news`, ['A', `${a}/?ids=1,2,3`, 'news']],
    ['a position on a map', 'URL,Title', `${a}/@48.1,11.5,12z,Map`, [`${a}/@48.1,11.5,12z`, 'Map']],
    ['a comma in the title', 'Title,URL,Source', `Big, red,${a}/1,news`, ['Big, red', `${a}/1`, 'news']],
    ['several tags', 'Title;URL;Tags', `A;${a}/1;red;blue;green`, ['A', `${a}/1`, 'red;blue;green']],
    ['last cells that are missing', 'Title,URL,Source,Medium', `A,${a}/1`, ['A', `${a}/1`, '', '']],
    ['a word after the address', 'Title,URL,Source', `A,${a}/1,red,news`, null],
    ['two columns before the address', 'Title,Source,URL', `A,b,c,${a}/1`, null],
    ['a cell in the middle', 'Title,URL,Source,Medium', `A,${a}/1,email`, null],
    ['two addresses', 'Title,URL', `A,${a}/1,${a}/2`, null],
    ['two columns of addresses', 'Title,URL,iOS', `A,${a}/1,1,2`, null],
  ])('%s', async (_, header, row, cells) => {
    const whole = 'One,https://example.com/0,x,y'.split(',').slice(0, header.split(/[,;]/).length)
    const fitting = whole.join(header.includes(';') ? ';' : ',')
    const { repaired, notes } = await text(`${header}\n${fitting}\n${row}\n${fitting}\n`)
    expect([repaired[1], notes[1]?.[0]?.[0]]).toEqual([cells, true])
  })
})

describe('the header', () => {
  it.each([
    ['below a title and a blank line', 'Spring links,,\n\nTitle,URL,Tags\nA,https://example.com/a,b\n', 3],
    ['below two titles', 'Spring links\nby Ann\nTitle;URL\nA;https://example.com/a\n', 3],
    ['below groups of columns', 'Link,,Tracking\nTitle,URL,Source\nA,https://example.com/a,b\n', 2],
    ['below sep=', 'sep=;\nTitle;URL\nA;https://example.com/a\n', 2],
    ['below a quoted sep=', '"sep=;"\nTitle;URL\nA;https://example.com/a\n', 2],
    ['below SEP= with blank cells', 'SEP=,,\r\nTitle,URL\r\nA,https://example.com/a\r\n', 2],
    ['missing', 'https://example.com/a,Sale\nhttps://example.com/b,More\n', 0],
  ])('is found: %s', async (_, content, row) => {
    expect((await text(content)).headerRow).toBe(row)
  })

  it('can be chosen, and the choice is used for the next table with the same columns', async () => {
    const first = fileOf('Foo,Bar\nx,y\nNom,Lien\nA,https://example.com/1\n')
    const { reading } = await read(first, { headerRow: 3 })
    expect(reading.headerRow).toBe(3)
    const next = await read(first, {}, [toRemembered({ headerRow: 3 }, reading)])
    expect([next.names, next.cells]).toEqual([['Nom', 'Lien'], [['A', 'https://example.com/1']]])
  })

  it('says which names several columns have', async () => {
    const { reading, names } = await text('Title,URL,Title,Tags\nA,https://example.com/1,B,c\n')
    expect([reading.repeatedNames, names[2]]).toEqual([['Title'], 'Title (2)'])
    expect((await text('Title,URL\nA,https://example.com/1\n')).reading.repeatedNames).toBeUndefined()
  })

  it('that is repeated in the middle is an error', async () => {
    const { notes } = await text('Title,URL\nA,https://example.com/1\nTitle,URL\nB,https://example.com/2\n')
    expect(notes).toEqual([[], [[true, null]], []])
  })
})

describe('a spreadsheet', () => {
  const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  const sheet = (rows: string[]) =>
    rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join('')
  const book = (rows: string[], after = '') =>
    createXlsx({ sheets: [{ name: 'S', rows: `${sheet(rows)}</sheetData>${after}<sheetData>` }] })

  it('repeats a cell that is merged over rows', async () => {
    const rows = [
      cell('A1', 'Campaign') + cell('B1', 'URL'),
      cell('A2', 'spring') + cell('B2', 'https://example.com/1'),
      cell('B3', 'https://example.com/2'),
    ]
    const content = await book(rows, '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>')
    expect((await read(fileOf(content))).cells).toEqual([
      ['spring', 'https://example.com/1'],
      ['spring', 'https://example.com/2'],
    ])
  })

  it('uses the address of =HYPERLINK in a column of addresses, and adds a column for linked titles', async () => {
    const link = (at: string) =>
      `<c r="${at}" t="str"><f>HYPERLINK("https://example.com/one","Page")</f><v>Page</v></c>`
    const addresses = await read(
      fileOf(await book([cell('A1', 'Title') + cell('B1', 'URL'), cell('A2', 'A') + link('B2')])),
    )
    expect(addresses.cells).toEqual([['A', 'https://example.com/one']])
    expect(addresses.notes).toEqual([[[false, 1]]])
    const titles = await read(fileOf(await book([cell('A1', 'Title'), link('A2')])))
    expect([titles.names, titles.cells]).toEqual([
      ['Title', 'Title (link)'],
      [['Page', 'https://example.com/one']],
    ])
  })

  it('is also a web page or XML with the name of a workbook', async () => {
    const html =
      '<html><body><table><tr><th>Title<th>URL</tr><tr><td>A<td><a href="https://example.com/x">x</a></table>'
    expect((await read(fileOf(html))).cells).toEqual([['A', 'https://example.com/x']])
    await expect(text('<html><body>No table</body></html>')).rejects.toThrow('sheet_web_page')
    await expect(text('MIME-Version: 1.0\n\n<table>')).rejects.toThrow('sheet_web_page')
  })

  it('is rejected if it is cut off, at every length', async () => {
    const content = await book([
      cell('A1', 'Title') + cell('B1', 'URL'),
      cell('A2', 'A') + cell('B2', 'https://a.example'),
    ])
    for (let length = 4; length < content.length; length += 97)
      await expect(read(fileOf(content.subarray(0, length)))).rejects.toThrow('sheet_broken')
    await expect(read(fileOf(await createZip({ a: 'x' })))).rejects.toThrow('sheet_unknown')
  })
})

it('a cell of 15 MB is one cell, and the next row is read', async () => {
  const { cells } = await text(
    `Title,URL\n"${'x'.repeat(15_000_000)}",https://example.com/1\nB,https://example.com/2\n`,
  )
  expect(cells[1]).toEqual(['B', 'https://example.com/2'])
})
