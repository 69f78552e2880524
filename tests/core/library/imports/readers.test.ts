import type { ReadingChoice } from '../../../../contract/app/tables/reading.ts'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InvalidRow, ImportPreview, SampleRow } from '../../../../contract/app/library/imports.ts'
import type { ImportTarget } from '../../../../core/library/imports/classify.ts'
import { detectEncoding } from '../../../../core/tables/encoding.ts'
import { openHere } from '../../harness/openHere.ts'
import { createImports } from '../../../../core/library/imports/imports.ts'
import type { Imports } from '../../../../core/library/imports/imports.ts'
import { createStagedFiles } from '../../../../core/library/imports/stagedFiles.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import type { TestLibrary } from '../../harness/library.ts'
import { effort } from '../../../effort.ts'

let folder: string
let library: TestLibrary
let imports: Imports
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
  imports = createImports(library.database, createStagedFiles(folder), openHere)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const target: ImportTarget = {
  profiles: [
    { id: 'p', name: 'Shop', baseUrl: 'https://api.example/', linkHosts: ['l.example'] },
    { id: 'q', name: 'Other', baseUrl: 'https://api.other/', linkHosts: ['go.other'] },
  ],
  profileId: 'p',
  environment: 'production',
}

/** Reads a file from its first row to the last. */
async function read(
  content: string | Buffer | Iterable<Buffer>,
  choice: ReadingChoice = {},
): Promise<ImportPreview> {
  const id = crypto.randomUUID()
  imports.begin(id)
  const isWhole = typeof content === 'string' || Buffer.isBuffer(content)
  for (const bytes of isWhole ? [Buffer.from(content as string)] : content) {
    imports.append(id, bytes.toString('base64'))
  }
  const { kind, unused, fromService } = await imports.open(id, target, choice)
  const [sample, errors]: [SampleRow[], InvalidRow[]] = [[], []]
  const counts = { new: 0, known: 0, foreign: 0, references: 0, invalid: 0 }
  let movable = 0
  for (let isLast = false; !isLast;) {
    const batch = await imports.next(id, false)
    for (const name of ['new', 'known', 'foreign', 'references', 'invalid'] as const)
      counts[name] += batch.counts[name]
    movable += batch.movable
    sample.push(...batch.sample)
    errors.push(...batch.errors)
    isLast = batch.isLast
  }
  imports.discard(id)
  return { kind, unused, fromService, counts, movable, hostless: 0, sample, errors }
}
const links = ({ sample }: ImportPreview) => sample.map(({ link }) => link)

describe('the format of a file', () => {
  it.each([
    [
      'dub',
      'link,url,clicks,createdAt,updatedAt,tags,archived\r\nhttps://dub.sh/abc,https://www.example.com/,3,2026-01-01,2026-01-01,"a, b",false\r\n',
      { link: 'dub.sh/abc', destination: 'https://www.example.com/' },
    ],
    [
      'dub',
      '"Short link","Destination URL","Clicks","Created at"\n"https://dub.sh/abc","https://www.example.com/","3","2026"\n',
      { link: 'dub.sh/abc', destination: 'https://www.example.com/' },
    ],
    [
      'shlink',
      'createdAt,title,shortUrl,domain,shortCode,longUrl,tags,visits\n2026-01-01T00:00:00+00:00,Sale,https://s.test/abc,,abc,https://www.example.com/,a|b,3\n',
      { link: 's.test/abc', title: 'Sale', destination: 'https://www.example.com/' },
    ],
    [
      'shlink',
      '{"shortUrls":{"data":[{"shortCode":"abc","shortUrl":"https://s.test/abc","longUrl":"https://www.example.com/","dateCreated":"2026-01-01T00:00:00+00:00","tags":["a","b"],"meta":{"validSince":null},"domain":null,"title":"Sale"}],"pagination":{"currentPage":1}}}',
      { link: 's.test/abc', title: 'Sale' },
    ],
    [
      'kutt',
      '{"limit":10,"skip":0,"total":1,"data":[{"id":"4c3b","address":"abc","banned":false,"created_at":"2026-01-01T00:00:00.000Z","link":"https://kutt.it/abc","password":false,"target":"https://www.example.com/","description":"Sale","updated_at":"2026-01-01T00:00:00.000Z","visit_count":3}]}',
      { link: 'kutt.it/abc', destination: 'https://www.example.com/' },
    ],
    [
      'bitly',
      '{"links":[{"created_at":"2026-01-01T00:00:00+0000","id":"bit.ly/abc","link":"https://bit.ly/abc","custom_bitlinks":[],"long_url":"https://www.example.com/","title":"Sale","archived":false,"tags":["a"],"deeplinks":[]}],"pagination":{"total":1}}',
      { link: 'bit.ly/abc', title: 'Sale' },
    ],
    [
      'bitly',
      'Title;Long URL;Bitlink;Created\nSale;https://www.example.com/;bit.ly/abc;2026-01-01\n',
      { link: 'bit.ly/abc', title: 'Sale' },
    ],
  ])("a file's format is detected from its content: %s", async (kind, content, row) => {
    expect(await read(content)).toMatchObject({
      kind,
      counts: { new: 0, known: 0, foreign: 1, invalid: 0 },
      sample: [row],
    })
  })

  it('a table with a short link and a destination isn’t taken for an export, and known links don’t move in', async () => {
    const text = 'Short link,Destination URL\nbit.ly/a,https://a.example/\nl.example/a1,https://b.example/\n'
    expect(await read(`${text}l.example/a1,https://b.example/\n`)).toMatchObject({
      kind: 'table',
      counts: { new: 1, known: 1, foreign: 1 },
      movable: 1,
    })
  })

  it.each([
    [',', 'utf8', 'Link,Title\r\nhttps://l.example/a1,"Größe, 12"\r\n'],
    [';', 'utf8', 'Title;Link\n"Größe, 12";l.example/a1\n'],
    ['tab', 'utf8', 'Short URL\tTitle\n<https://l.example/a1>\tGröße, 12\n'],
    ['no line end', 'utf8', '\ufeffurl,title\nHTTPS://L.EXAMPLE/a1?utm_source=x,"Größe, 12"'],
    ['UTF-16', 'utf16le', '\ufefflink\ttitle\r\nhttps://l.example/a1\tGröße, 12\r\n'],
    ['UTF-16 without a byte order mark', 'utf16le', 'link\ttitle\r\nhttps://l.example/a1\tGröße, 12\r\n'],
    ['Windows-1252', 'latin1', 'link;title\r\nhttps://l.example/a1;Größe, 12\r\n'],
  ] as const)('a file is read as a table of links: %s, %s', async (_, encoding, content) => {
    expect(await read(Buffer.from(content, encoding))).toMatchObject({
      kind: 'table',
      counts: { new: 1, known: 0, foreign: 0, invalid: 0 },
      sample: [
        {
          row: 2,
          link: 'l.example/a1',
          title: 'Größe, 12',
          profileName: 'Shop',
          environment: null,
          outcome: 'new',
        },
      ],
    })
  })

  it('a character that is split between two chunks of a file is read correctly', async () => {
    const bytes = Buffer.from('link,title\nhttps://l.example/a1,ü€😀\n')
    const preview = await read(Array.from(bytes, (byte) => Buffer.from([byte])))
    expect(preview.sample[0]?.title).toBe('ü€😀')
  })

  it.each([
    ['Caf\xe9', 'windows-1252'],
    ['Caf\xc3\xa9, caf\xc3', 'utf-8'],
    ['Cafe', 'utf-8'],
  ])('the last byte of %j counts for its encoding, unless a character is cut off', (bytes, encoding) => {
    const file = join(folder, 'sample')
    writeFileSync(file, Buffer.from(bytes, 'latin1'))
    expect(detectEncoding(file)?.encoding).toBe(encoding)
  })

  it('any other file is read as text, in which links are found as in Find', async () => {
    const text =
      'Hello,\n\nhttps://l.example/a1 and go.other/b2.\nNot https://bit.ly/c3\n[this](https://l.example/d4)'
    const preview = await read(text)
    expect(preview).toMatchObject({ kind: 'text', counts: { new: 3, invalid: 1 } })
    expect(links(preview)).toEqual(['l.example/a1', 'go.other/b2', 'l.example/d4'])
    expect(preview.sample.map(({ profileName }) => profileName)).toEqual(['Shop', 'Other', 'Shop'])
    expect(preview.errors).toEqual([{ row: 3, error: 'other_domain', text: 'bit.ly/c3' }])
  })
})

describe('the rows of a table', () => {
  it('rows are numbered as in a spreadsheet, with line breaks in cells, blank and ragged rows', async () => {
    const { counts, errors, sample } = await read(
      'link,title\nhttps://l.example/a1,"two\nlines"\n\nhttps://l.example/a2\nTotal,x,y,z\n,no link\nhttps://l.example/a3,last\n',
    )
    expect(counts).toEqual({ new: 2, known: 0, foreign: 0, references: 0, invalid: 3 })
    expect(sample.map(({ row }) => row)).toEqual([2, 7])
    expect(errors).toEqual([
      { row: 4, error: 'misfit', text: 'https://l.example/a2', repaired: 'https://l.example/a2, ' },
      { row: 5, error: 'misfit', text: 'Total, x, y, z' },
      { row: 6, error: 'no_link', text: 'no link' },
    ])
  })

  it('rows that don’t fit are repaired on request, where that is certain', async () => {
    const text = 'title,link\nSale,https://l.example/a1\nBooks, new,https://l.example/a2\nTotal,x,y,z\n'
    const [asIs, repaired] = [await read(text), await read(text, { repairs: true })]
    expect(asIs.errors).toEqual([
      {
        row: 3,
        error: 'misfit',
        text: 'Books,  new, https://l.example/a2',
        repaired: 'Books, new, https://l.example/a2',
      },
      { row: 4, error: 'misfit', text: 'Total, x, y, z' },
    ])
    expect(repaired.sample.map(({ title, link }) => [title, link])).toEqual([
      ['Sale', 'l.example/a1'],
      ['Books, new', 'l.example/a2'],
    ])
    expect(repaired.errors.map(({ row }) => row)).toEqual([4])
  })

  it('rows show where a link was created, or that this is unknown before the lookup', async () => {
    const { sample } = await read('link,environment\nl.example/a1,Development\nl.example/a2,\n')
    expect(sample.map(({ environment }) => environment)).toEqual(['development', null])
  })

  it('rows are marked as known if the library has the link, or the file has it twice', async () => {
    library.keep({ title: 'One' })
    const { counts } = await read('link\nl.example/path1\nl.example/new\nhttps://l.example/new\n')
    expect(counts).toEqual({ new: 1, known: 2, foreign: 0, references: 0, invalid: 0 })
  })

  it('cells are read as text, even formulas and `__proto__`', async () => {
    const { sample } = await read('link,title,__proto__,constructor\nl.example/a1,"=HYPERLINK(1)",x,y\n')
    expect(sample).toMatchObject([{ title: '=HYPERLINK(1)' }])
    const json = '[{"link":"https://l.example/a1","__proto__":{"title":"x"},"constructor":1}]'
    expect((await read(json)).sample).toMatchObject([{ link: 'l.example/a1', title: null }])
  })
})

const mega = 1_024 * 1_024
function* repeatText(text: string, megabytes: number) {
  const piece = Buffer.from(text.repeat(mega / text.length))
  for (let at = 0; at < effort(megabytes); at++) yield piece
}
function* concatenate(...parts: Iterable<Buffer>[]) {
  for (const part of parts) yield* part
}
const text = (content: string) => [Buffer.from(content)]

describe('a hostile file', () => {
  it.each<[string, () => Iterable<Buffer>, object]>([
    ['one huge line', () => repeatText('a', 100), { new: 0, invalid: 0 }],
    [
      'a huge row after a valid one',
      () => concatenate(text('link,title\nl.example/a1,x\nl.example/a2,"'), repeatText('a', 100)),
      { new: 1, invalid: 1 },
    ],
    ['10,000 nested lists', () => text('['.repeat(10_000) + ']'.repeat(10_000)), { new: 0 }],
    [
      '10,000 nested lists in a member',
      () =>
        text(
          `[{"link":"l.example/a1","x":${'['.repeat(10_000)}${']'.repeat(10_000)}},{"link":"l.example/a2"}]`,
        ),
      { new: 1, invalid: 1 },
    ],
    [
      'a row of 401 columns',
      () => text(`link,title\nl.example/a1${',x'.repeat(400)}\nl.example/a2,y\n`),
      { new: 1, invalid: 1 },
    ],
    [
      'a header of 100,000 columns',
      () => text(`${'link,'.repeat(100_000)}\nl.example/a1\n`),
      { new: 0, invalid: 1 },
    ],
    ['very many lines', () => repeatText('\n', 20), { new: 0, invalid: 0 }],
    [
      'one byte in another encoding before a long line',
      () => concatenate([Buffer.from([0xff])], repeatText('a', 200)),
      { new: 0 },
    ],
    ['very many tabs after `sep=`', () => concatenate(text('sep='), repeatText('\t', 20)), { new: 0 }],
    ['very many quotes', () => concatenate(text('link\n'), repeatText('"', 5)), { new: 0 }],
    [
      'bytes without an encoding',
      () => text('').concat(Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x80])),
      { new: 0 },
    ],
  ])(
    'a hostile file is read with little memory: %s',
    async (_, content, counts) => {
      expect((await read(content())).counts).toMatchObject(counts)
    },
    30_000,
  )

  it.each([
    [
      'a spreadsheet that is cut off, named like a CSV file',
      'sheet_broken',
      Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(2_000)]),
    ],
    [
      'a picture',
      'import_not_text',
      Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), Buffer.alloc(2_000)]),
    ],
    ['a truncated JSON list', 'sheet_broken', Buffer.from('[{"link":"l.example/a1"},{"link":"l.exa')],
    [
      'a JSON list with a million levels',
      'sheet_too_large',
      Buffer.from(`[{"link":${'['.repeat(1_000_000)}`),
    ],
    [
      'a truncated JSON object',
      'sheet_broken',
      Buffer.from('{"data":[{"link":"l.example/a1"},{"link":"l.exa'),
    ],
    [
      'a huge JSON list',
      'sheet_too_large',
      Buffer.concat([Buffer.from('[{"link":"'), Buffer.alloc(50_000_000, 'a'), Buffer.from('"}]')]),
    ],
    ['zero bytes', 'import_not_text', createHash('sha256').update('x').digest().fill(0, 3, 9)],
  ])('a hostile file is rejected: %s', async (_, problem, bytes) => {
    await expect(read(bytes)).rejects.toThrow(problem)
  })
})

describe('blank rows of a file', () => {
  it.each([
    ['of delimiters', `link,title\n${`${','.repeat(20)}\n`.repeat(400_000)}`],
    ['of line ends only', `link,title\n${'\r'.repeat(2_000_000)}`],
    ['of a text without column names', `\n${' \n'.repeat(1_000_000)}`],
  ])('blank rows %s let other work run, and the import can be cancelled', async (_, content) => {
    const id = crypto.randomUUID()
    imports.begin(id)
    imports.append(id, Buffer.from(content).toString('base64'))
    await imports.open(id, target)
    const batch = await imports.next(id, false)
    expect(batch.isLast).toBe(false)
    expect(batch.read).toBeLessThan(content.length)
    imports.discard(id)
    await expect(imports.next(id, false)).rejects.toThrow('import_gone')
  })

  it('blank rows do not hide the rows after them', async () => {
    expect(links(await read(`link\n${'\r'.repeat(100_000)}l.example/a1\n`))).toEqual(['l.example/a1'])
  })
})

describe('the copy of a file', () => {
  it('the copy of a file is private, and deleted when discarded or at the next start', async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    imports.begin(first)
    imports.begin(second)
    imports.append(first, Buffer.from('link\n').toString('base64'))
    const files = join(folder, 'imports')
    expect(readdirSync(files).toSorted()).toEqual([first, second].toSorted())
    for (const file of [files, join(files, first)]) expect(statSync(file).mode & 0o077).toBe(0)
    imports.discard(first)
    expect(readdirSync(files)).toEqual([second])
    await expect(imports.open(first, target)).rejects.toThrow('import_gone')
    createImports(library.database, createStagedFiles(folder), openHere)
    expect(existsSync(files)).toBe(false)
  })

  it('the oldest copies of files are deleted when new ones arrive', () => {
    const ids = Array.from({ length: 9 }, () => crypto.randomUUID())
    for (const id of ids) imports.begin(id)
    expect(readdirSync(join(folder, 'imports')).toSorted()).toEqual(ids.slice(-4).toSorted())
  })
})

describe('words for nothing in an import', () => {
  it.each(['null', 'NULL', '\\N', '#N/A', 'undefined', '-'])(
    'an import reads %s as no value',
    async (word) => {
      const { sample } = await read(
        `shortLink,url,title,tags\nhttps://d.example/k,https://shop.example/,${word},${word}\nhttps://d.example/l,${word},A,b`,
      )
      expect(sample).toMatchObject([
        { title: null, destination: 'https://shop.example/', outcome: 'foreign' },
      ])
    },
  )

  it('an import reads ="…" as the text inside, except in cells that we guarded', async () => {
    const { sample } = await read(
      'shortLink,url,title\nhttps://d.example/k,https://shop.example/,"=""0042"""\nhttps://d.example/l,https://shop.example/,"\'=""0042"""',
    )
    expect(sample.map(({ title }) => title)).toEqual(['0042', '="0042"'])
  })
})
