import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxCellLength } from '../../../contract/app/runs/mapping/mapping.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { cellTexts, createSheetReader } from '../harness/sheets.ts'

let folder: string
let library: TestLibrary
let reader: ReturnType<typeof createSheetReader>
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
  reader = createSheetReader(library.database, folder)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const expected = {
  header: ['Title', 'Destination'],
  rows: [
    ['Größe “neu”', 'https://example.com/1'],
    ['two\nlines', 'https://example.com/2'],
  ],
}
const csv = (delimiter: string, end = '\r\n') =>
  [
    ['Title', 'Destination'],
    ['Größe “neu”', 'https://example.com/1'],
    ['"two\nlines"', 'https://example.com/2'],
  ]
    .map((cells) => cells.join(delimiter) + end)
    .join('')

/** UTF-16 in the other byte order. */
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
/** Of these characters, Windows-1252 and Latin-1 encode only the quotation marks differently. */
const windows = (text: string) => Buffer.from(text.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1')

describe('a file of text', () => {
  it.each([
    ['commas', csv(',')],
    ['semicolons', csv(';')],
    ['tabs', csv('\t')],
    ['bars', csv('|')],
    ['line feeds only', csv(',', '\n')],
    ['a separator line for Excel', `sep=;\r\n${csv(';')}`],
    ['UTF-8 with a byte order mark', `\ufeff${csv(',')}`],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from(csv('\t'), 'utf16le')],
    ['big-endian UTF-16 with a byte order mark', bigEndian(`\ufeff${csv('\t')}`)],
    ['big-endian UTF-16 without a byte order mark', bigEndian(csv('\t'))],
    ['Windows-1252', windows(csv(';'))],
  ])('a text file is read with %s', async (_, content) => {
    const run = await reader.file(content)
    expect({ header: run.header, rows: cellTexts(run) }).toEqual(expected)
    expect(run).toMatchObject({
      name: 'table',
      state: 'preparing',
      source: { kind: 'csv', name: 'table.csv' },
    })
  })

  it('a text file may have any line ends, empty rows, and rows that are too short or too long', async () => {
    const run = await reader.file('Title,Link\r\none,1\n\r\n,,,\ntwo\rthree,3,more\r\n')
    expect(run.header).toEqual(['Title', 'Link', 'Column C'])
    expect(cellTexts(run)).toEqual([['one', '1'], ['two'], ['three', '3', 'more']])
    expect(run.mapping.columns).toHaveLength(3)
  })

  it('a text file may have one column, or 400', async () => {
    const one = await reader.file('https://example.com/1\nhttps://example.com/2\n')
    expect(one.header).toEqual(['Column A'])
    expect(cellTexts(one)).toEqual([['https://example.com/1'], ['https://example.com/2']])
    const names = Array.from({ length: 400 }, (_, at) => `Name ${at}`)
    const cells = names.map((_, at) => String(at))
    const wide = await reader.file(`${names.join(',')}\n${cells.join(',')}\n`)
    expect(wide.header).toEqual(names)
    expect(cellTexts(wide)).toEqual([cells])
    expect(wide.rows[0]?.errors).toEqual([])
  })

  it('a text file has a warning at a row with too many columns', async () => {
    const run = await reader.file(`Link\nshort\n${'a,'.repeat(400)}b\n`)
    expect(run.header).toHaveLength(400)
    expect(run.rows[0]?.errors).toEqual([])
    expect(run.rows[1]?.cells).toHaveLength(400)
    expect(run.rows[1]?.errors).toContainEqual({
      column: null,
      text: 'This row has more than 400 columns. The rest were omitted.',
    })
  })

  it('a JSON list has an error at an entry with too many members, and at one that is no object', async () => {
    const wide = Object.fromEntries(Array.from({ length: 401 }, (_, at) => [`k${at}`, 'v']))
    const run = await reader.file(JSON.stringify([{ k0: 'https://example.com/' }, wide, 'x']))
    expect(run.header).toHaveLength(400)
    expect(
      run.rows.map(({ errors }) => errors.map(({ column, text }) => [column, text.slice(0, 20)])),
    ).toEqual([[], [[null, 'This row has more th']], [[0, 'This entry of the li']]])
    expect(run.rows[2]?.cells[0]).toBe('x')
  })

  it('lines of JSON with lists are a text, not a list that is cut off', async () => {
    const line = '{"link":"https://l.example/a","tags":[{"name":"x"}]}\n'
    expect((await reader.file(line + line)).rows).not.toHaveLength(0)
  })

  it('a JSON list has a warning at a number that lost digits', async () => {
    const run = await reader.file('[{"id":9007199254740993,"count":12},{"id":900719925474099}]')
    expect(run.rows.map(({ cells, warnings }) => [cells[1], warnings.map(({ column }) => column)])).toEqual([
      ['12', [0]],
      ['', []],
    ])
  })

  it('a text file has a warning at a cell of more than a megabyte', async () => {
    const run = await reader.file(
      `Title,Destination\n${'é'.repeat(1_048_576)},https://example.com/\nnext,2\n`,
    )
    expect(run.rows[0]?.cells[0]).toHaveLength(maxCellLength)
    expect(run.rows[0]?.errors).toEqual([
      { column: 0, text: 'This text was longer than 65,536 characters and was cut off there.' },
    ])
    expect(run.rows[1]).toEqual({ cells: ['next', '2'], errors: [], warnings: [] })
  })

  it('a text file reports where reading failed, and keeps what comes before', async () => {
    const run = await reader.file(`Title,Link\none,1\n"two,2\nthree,3\n`)
    expect(run.rows.map(({ cells, errors }) => [cells, errors.length])).toEqual([
      [['one', '1'], 0],
      [[], 1],
    ])
    expect(run.rows[1]?.errors[0]?.text).toContain('A quotation mark may be missing')
  })

  it('a text file is read without the guard against formulas', async () => {
    const run = await reader.file(`Title,Link\n'=1+1,'-5\n''=x,it's\n`)
    expect(cellTexts(run)).toEqual([
      ['=1+1', '-5'],
      ["'=x", "it's"],
    ])
  })

  it.each([
    ['no content', '', 'sheet_empty'],
    ['only a header', 'Title,Destination\n', 'sheet_empty'],
    ['a picture', Buffer.from('89504e470d0a1a0a00', 'hex'), 'sheet_unknown'],
    ['too many rows', 'https://example.com/\n'.repeat(50_001), 'sheet_too_long'],
  ])('a text file with %s leaves nothing behind', async (_, content, code) => {
    await expect(
      reader.file(content, content === '' ? {} : { choice: { headerRow: content.length < 100 ? 1 : 0 } }),
    ).rejects.toThrow(code)
    for (const table of ['runs', 'run_rows']) {
      expect(library.database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 })
    }
  })
})

describe('the header', () => {
  it.each([
    ['known names', 'Campaign,Nonsense\nsummer,x\n', ['Campaign', 'Nonsense']],
    ['names above numbers', 'Foo,Bar\n1,2\n', ['Foo', 'Bar']],
    ['an address', 'https://example.com/,Sale\nhttps://example.com/2,More\n', ['Column A', 'Column B']],
    ['a number', '1,Sale\n2,More\n', ['Column A', 'Column B']],
    ['one column of words', 'Twitter\nFacebook\n', ['Column A']],
    ['repeated words', 'red,big\nred,small\n', ['Column A', 'Column B']],
    [
      'the same name twice',
      'Title,title,Title,Title (2)\na,b,c,d\n',
      ['Title', 'title', 'Title (3)', 'Title (2)'],
    ],
    ['missing names', 'Title,,"  ",Link\na,b,c,d\n', ['Title', 'Column B', 'Column C', 'Link']],
  ])('the header is found: %s', async (_, content, header) => {
    expect((await reader.file(content)).header).toEqual(header)
  })

  it('the header is the row that the user selects', async () => {
    const content = 'Foo,Bar\n1,2\n'
    const withoutHeader = await reader.file(content, { choice: { headerRow: 0 } })
    expect([withoutHeader.header, cellTexts(withoutHeader)]).toEqual([
      ['Column A', 'Column B'],
      [
        ['Foo', 'Bar'],
        ['1', '2'],
      ],
    ])
    const urls = 'https://example.com/1\nhttps://example.com/2\n'
    expect((await reader.file(urls, { choice: { headerRow: 1 } })).header).toEqual(['https://example.com/1'])
  })

  it('the header restores its last mapping', async () => {
    const content = 'Foo,Bar\n1,2\n'
    const first = await reader.file(content)
    const mapping = {
      columns: [{ to: 'tag' }, { to: 'field', field: 'title' }],
      template: { subtitle: '{{Foo}}' },
    }
    library.database.sql
      .prepare('UPDATE runs SET mapping = ? WHERE id = ?')
      .run(JSON.stringify(mapping), first.id)
    expect((await reader.file('Foo,Bar\n7,8\n9,10\n')).mapping).toEqual(mapping)
    expect((await reader.file('Bar,Foo\n7,8\n')).mapping.template).toEqual({})
  })
})

describe('an export of another service', () => {
  const noUse = { to: 'nothing' }
  const field = (name: string) => ({ to: 'field', field: name })
  it.each([
    [
      'dub',
      'link,url,clicks,createdAt,tags\nhttps://dub.sh/a,https://example.com/,3,2026-01-01,"a, b"\n',
      [noUse, field('everyone'), noUse, noUse, field('tags')],
    ],
    ['kutt', 'address,target,description\nabc,https://example.com/,x\n', [noUse, field('everyone'), noUse]],
    [
      'bitly',
      'bitlink,long_url,title\nbit.ly/a,https://example.com/,Sale\n',
      [noUse, field('everyone'), field('title')],
    ],
    [
      'shlink',
      '{"shortUrls":{"data":[{"shortCode":"abc","shortUrl":"https://s.test/abc","longUrl":"https://example.com/","tags":["a","b"],"title":"Sale","meta":{"validSince":null}}]}}',
      [noUse, noUse, field('everyone'), field('tags'), field('title'), noUse],
    ],
  ])(
    'an export of %s is recognized, and its links are to be created again',
    async (kind, content, columns) => {
      const run = await reader.file(content)
      expect(run.source.kind).toBe(kind)
      expect(run.mapping.columns).toEqual(columns)
      expect(run.rows).toHaveLength(1)
    },
  )
})
