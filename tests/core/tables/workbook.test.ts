import { randomUUID } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxCellLength } from '../../../contract/app/runs/mapping/mapping.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'
import { cellTexts, createSheetReader } from '../harness/sheets.ts'
import { createOds, textRows, createXlsx, createZip } from '../harness/workbooks.ts'

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

const madeDate = 'The spreadsheet converted this to a date. If that’s wrong, correct it here.'
const header = { choice: { headerRow: 0 } } as const

/** Styles: 0 general, 1 date, 2 custom date and time, 3 percent, 4 five digits, 5 red number, 6 elapsed time. */
const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="00000"/>' +
  '<numFmt numFmtId="166" formatCode="[Red]0.00&quot; days&quot;"/><numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>' +
  [0, 14, 164, 9, 165, 166, 167].map((id) => `<xf numFmtId="${id}"/>`).join('') +
  '</cellXfs>'

/** Reads one cell of an Excel workbook. */
async function cellOf(xml: string, more: { strings?: string; is1904?: boolean } = {}) {
  const content = await createXlsx({
    sheets: [{ name: 'One', rows: `<row r="1">${xml}<c r="B1" t="str"><v>x</v></c></row>` }],
    styles,
    ...more,
  })
  const [row] = (await reader.file(content, header)).rows
  return {
    text: row?.cells[0],
    errors: row?.errors.map(({ text }) => text),
    warnings: row?.warnings.map(({ text }) => text),
  }
}
const plain = (text: string) => ({ text, errors: [], warnings: [] })
const lostDigits = (text: string) => ({
  ...plain(text),
  warnings: [
    'Only 15 digits of a number are kept. The others may be lost: enter it as text, or correct it here.',
  ],
})

describe('a workbook of Excel', () => {
  it.each([
    ['a shared text', '<c r="A1" t="s"><v>1</v></c>', plain('two\nlines & <more>')],
    ['formatted text without its phonetic guide', '<c r="A1" t="s"><v>2</v></c>', plain('漢字 and more')],
    [
      'an inline text',
      '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> kept </t></is></c>',
      plain(' kept '),
    ],
    ['a character that XML cannot hold', '<c r="A1" t="s"><v>3</v></c>', plain('a\rb_x000D_c')],
    ['the result of a formula', '<c r="A1" t="str"><f>A2&amp;"x"</f><v>=safe</v></c>', plain('=safe')],
    ['a number', '<c r="A1"><v>42</v></c>', plain('42')],
    ['a long number', '<c r="A1"><v>12345678901234567890</v></c>', lostDigits('12345678901234567000')],
    [
      'a number with an exponent',
      '<c r="A1"><v>1.23456789012346E+17</v></c>',
      lostDigits('123456789012346000'),
    ],
    ['a small number', '<c r="A1"><v>1.5E-9</v></c>', plain('0.0000000015')],
    ['a number with a rounding error', '<c r="A1"><v>0.30000000000000004</v></c>', plain('0.3')],
    ['a number in a format with text', '<c r="A1" s="5"><v>-1.5</v></c>', plain('-1.50 days')],
    ['a percentage', '<c r="A1" s="3"><v>7.0000000000000007E-2</v></c>', plain('7%')],
    ['a number with leading zeros', '<c r="A1" s="4"><v>1234</v></c>', plain('01234')],
    ['yes', '<c r="A1" t="b"><v>1</v></c>', plain('TRUE')],
    ['no', '<c r="A1" t="b"><v>0</v></c>', plain('FALSE')],
    ['a date', '<c r="A1" s="1"><v>46082</v></c>', { ...plain('2026-03-01'), warnings: [madeDate] }],
    [
      'a date and time',
      '<c r="A1" s="2"><v>46082.604166666664</v></c>',
      { ...plain('2026-03-01 14:30'), warnings: [madeDate] },
    ],
    ['a time', '<c r="A1" s="6"><v>0.6041666667</v></c>', { ...plain('14:30'), warnings: [madeDate] }],
    [
      'a day before March 1900',
      '<c r="A1" s="1"><v>1</v></c>',
      { ...plain('1900-01-01'), warnings: [madeDate] },
    ],
    [
      'an ISO 8601 date',
      '<c r="A1" t="d"><v>2026-03-01T00:00:00</v></c>',
      { ...plain('2026-03-01'), warnings: [madeDate] },
    ],
    [
      'a number that is not a date',
      '<c r="A1" s="1"><v>-5</v></c>',
      { ...plain('-5'), warnings: [madeDate] },
    ],
    [
      'an error',
      '<c r="A1" t="e"><v>#N/A</v></c>',
      { ...plain('#N/A'), errors: ['This cell has an error in the spreadsheet.'] },
    ],
  ])('an Excel workbook shows %s like Excel', async (_, xml, expected) => {
    const strings =
      '<si><t>zero</t></si><si><t>two\nlines &amp; &lt;more></t></si>' +
      '<si><r><t>漢字</t></r><r><t xml:space="preserve"> and more</t></r><rPh sb="0" eb="2"><t>かんじ</t></rPh></si><si><t>a_x000D_b_x005F_x000D_c</t></si>'
    expect(await cellOf(xml, { strings })).toEqual(expected)
  })

  it('an Excel workbook counts days from 1904 if the workbook says so', async () => {
    expect(await cellOf('<c r="A1" s="1"><v>44620</v></c>', { is1904: true })).toMatchObject({
      text: '2026-03-01',
    })
  })

  it('an Excel workbook has a warning if a formula was never calculated', async () => {
    const { text, errors } = await cellOf('<c r="A1"><f>SUM(B1:B9)</f></c>')
    expect([text, errors?.length]).toEqual(['', 1])
  })

  it('an Excel workbook may have prefixed names and strict sheets', async () => {
    const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1"><v>3</v></c></row>'
    const content = await createXlsx({
      sheets: [{ name: 'One', rows }],
      strings: '<si><t>one</t></si>',
      prefix: 'x',
    })
    expect(cellTexts(await reader.file(content, header))).toEqual([['one', '', '3']])
  })

  it('an Excel workbook shows a merged cell in its first place only, skips empty rows, and warns about hidden ones', async () => {
    const rows =
      '<row r="1"><c r="A1" t="str"><v>merged</v></c><c r="B1"/></row><row r="2"/><row r="5" hidden="1"><c r="B5"><v>5</v></c></row>'
    const run = await reader.file(await createXlsx({ sheets: [{ name: 'One', rows }] }), header)
    expect(cellTexts(run)).toEqual([['merged'], ['', '5']])
    expect(run.rows.map(({ warnings }) => warnings)).toEqual([
      [],
      [{ column: null, text: 'This row is hidden in the spreadsheet.' }],
    ])
  })

  it('an Excel workbook starts with the first sheet that is neither empty nor hidden, or the selected one', async () => {
    const sheets = [
      { name: 'Empty', rows: '<row r="1"><c r="A1"/></row>' },
      { name: 'Hidden', rows: textRows([['hidden']]), state: 'hidden' },
      { name: 'Third', rows: textRows([['third']]) },
      { name: 'Fourth', rows: textRows([['fourth']]) },
    ] as const
    const content = await createXlsx({ sheets })
    expect(cellTexts(await reader.file(content, header))).toEqual([['third']])
    expect(cellTexts(await reader.file(content, { choice: { headerRow: 0, sheet: 1 } }))).toEqual([
      ['hidden'],
    ])
    await expect(reader.file(content, { choice: { sheet: 9 } })).rejects.toThrow('sheet_empty')
    expect(await reader.sheets.names(reader.take(content))).toEqual(['Empty', 'Hidden', 'Third', 'Fourth'])
    expect(await reader.sheets.names(reader.take('Title,Link\n'))).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')(
    'an Excel workbook is closed when reading is abandoned at any point',
    async () => {
      const content = await createXlsx({
        sheets: [{ name: 'One', rows: textRows(Array.from({ length: 3_000 }, () => ['x'])) }],
      })
      const target = { profileId: 'p', profileName: 'Shop', environment: 'production' } as const
      for (const batches of [0, 1]) {
        const id = randomUUID()
        const source = { kind: 'file', file: reader.take(content), name: 'x.xlsx' } as const
        await reader.sheets.open({ id, ...target, source })
        for (let batch = 0; batch < batches; batch++) await reader.sheets.next(id)
        while (reader.sheets.abandon(id));
      }
      const listTemporary = () =>
        readdirSync('/proc/self/fd').filter((fd) => targetOf(fd).startsWith(join(folder, 'imports')))
      await expect.poll(listTemporary).toEqual([])
    },
  )

  it('an Excel workbook truncates a cell of a megabyte, with a warning at it', async () => {
    const rows = textRows([['x'.repeat(1_048_576), 'next']])
    const run = await reader.file(await createXlsx({ sheets: [{ name: 'One', rows }] }), header)
    expect(run.rows[0]?.cells.map((cell) => cell.length)).toEqual([maxCellLength, 4])
    expect(run.rows[0]?.errors).toHaveLength(1)
  })
})

describe('a workbook of LibreOffice', () => {
  const table = (rows: string, name = 'One') => `<table:table table:name="${name}">${rows}</table:table>`
  const readCell = async (cell: string) => {
    const rows = `<table:table-row>${cell}<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>`
    const [row] = (await reader.file(await createOds(table(rows)), header)).rows
    return {
      text: row?.cells[0],
      errors: row?.errors.map(({ text }) => text),
      warnings: row?.warnings.map(({ text }) => text),
    }
  }
  const cell = (attributes: string, content: string) =>
    `<table:table-cell ${attributes}>${content}</table:table-cell>`

  it.each([
    [
      'paragraphs',
      cell(
        'office:value-type="string"',
        '<text:p>two<text:s text:c="2"/><text:span>words</text:span></text:p><text:p>a<text:tab/>b<text:line-break/>c</text:p>',
      ),
      plain('two  words\na\tb\nc'),
    ],
    [
      'no comments',
      cell(
        'office:value-type="string"',
        '<office:annotation><text:p>a comment</text:p></office:annotation><text:p>text</text:p>',
      ),
      plain('text'),
    ],
    [
      'a number',
      cell('office:value-type="float" office:value="1234567.5"', '<text:p>1,234,567.50</text:p>'),
      plain('1234567.5'),
    ],
    [
      'a long number',
      cell('office:value-type="float" office:value="1.23456789012346E+017"', '<text:p>1.23E+17</text:p>'),
      lostDigits('123456789012346000'),
    ],
    [
      'leading zeros',
      cell('office:value-type="float" office:value="1234"', '<text:p>01234</text:p>'),
      plain('01234'),
    ],
    [
      'a percentage',
      cell('office:value-type="percentage" office:value="0.125"', '<text:p>13%</text:p>'),
      plain('12.5%'),
    ],
    [
      'yes',
      cell('office:value-type="boolean" office:boolean-value="true"', '<text:p>WAHR</text:p>'),
      plain('TRUE'),
    ],
    [
      'a date',
      cell('office:value-type="date" office:date-value="2026-03-01"', '<text:p>01.03.26</text:p>'),
      { ...plain('2026-03-01'), warnings: [madeDate] },
    ],
    [
      'a date and time',
      cell('office:value-type="date" office:date-value="2026-03-01T14:30:00"', '<text:p>1. March</text:p>'),
      { ...plain('2026-03-01 14:30'), warnings: [madeDate] },
    ],
    [
      'a time',
      cell('office:value-type="time" office:time-value="PT14H30M00S"', '<text:p>14:30:00</text:p>'),
      { ...plain('14:30'), warnings: [madeDate] },
    ],
    [
      'the result of a formula',
      cell('table:formula="of:=1+1" office:value-type="float" office:value="2"', '<text:p>2</text:p>'),
      plain('2'),
    ],
    [
      'an error',
      cell(
        'table:formula="of:=NA()" office:value-type="string" xmlns:calcext="urn:x" calcext:value-type="error"',
        '<text:p>#N/A</text:p>',
      ),
      { ...plain('#N/A'), errors: ['This cell has an error in the spreadsheet.'] },
    ],
  ])('a LibreOffice workbook shows %s', async (_, xml, expected) => {
    expect(await readCell(xml)).toEqual(expected)
  })

  it('a LibreOffice workbook repeats all cells marked as repeated, except empty ones', async () => {
    const rows =
      '<table:table-row><table:table-cell office:value-type="string" table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16382"/></table:table-row>' +
      '<table:table-row table:number-rows-repeated="3" table:visibility="filter"><table:table-cell/><table:table-cell office:value-type="string" table:number-columns-spanned="2"><text:p>b</text:p></table:table-cell><table:covered-table-cell><text:p>covered</text:p></table:covered-table-cell></table:table-row>' +
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    const content = await createOds(table('', 'Empty') + table(rows) + table('', 'Last'))
    const run = await reader.file(content, header)
    expect(cellTexts(run)).toEqual([
      ['a', 'a'],
      ['', 'b'],
      ['', 'b'],
      ['', 'b'],
    ])
    expect(run.rows[1]?.warnings).toEqual([{ column: null, text: 'This row is hidden in the spreadsheet.' }])
    expect(await reader.sheets.names(reader.take(content))).toEqual(['Empty', 'One', 'Last'])
    await expect(reader.file(content, { choice: { sheet: 0 } })).rejects.toThrow('sheet_empty')
  })

  it('a LibreOffice workbook with a password is rejected', async () => {
    const manifest =
      '<m:manifest xmlns:m="urn:x"><m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>'
    const content = await createOds(table(''), { 'META-INF/manifest.xml': manifest })
    await expect(reader.file(content)).rejects.toThrow('sheet_locked')
  })
})

describe('a hostile workbook', () => {
  const entities =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
  it('a hostile workbook expands no entities of its own', async () => {
    const parts = { sheets: [{ name: 'One', rows: `<row><c t="inlineStr"><is><t>&c;</t></is></c></row>` }] }
    expect(cellTexts(await reader.file(await createXlsx(parts), header))).toEqual([['&c;']])
    const typed = await createZip({ 'content.xml': `${entities}<x>&c;</x>` })
    await expect(reader.file(typed)).rejects.toThrow('sheet_broken')
  })

  it('a hostile workbook is rejected if it unpacks to a thousand times its size', async () => {
    const content = await createXlsx({ sheets: [{ name: 'One', rows: ' '.repeat(30_000_000) }] })
    expect(content.length).toBeLessThan(100_000)
    await expect(reader.file(content)).rejects.toThrow('sheet_too_large')
  })

  it('a hostile workbook is rejected if it is nested without end', async () => {
    const content = await createXlsx({ sheets: [{ name: 'One', rows: '<a>'.repeat(100_000) }] })
    await expect(reader.file(content)).rejects.toThrow('sheet_empty')
  })

  it('a hostile workbook is rejected if it lies about its size', async () => {
    const content = await createXlsx({ sheets: [{ name: 'One', rows: textRows([['one']]) }] })
    const name = Buffer.from('xl/worksheets/sheet1.xml')
    // The size is 22 bytes before the name in the central directory, which comes last.
    content.writeUInt32LE(5, content.lastIndexOf(name) - 22)
    await expect(reader.file(content)).rejects.toThrow('sheet_broken')
  })

  it.each([
    [
      'is truncated',
      async () =>
        (await createXlsx({ sheets: [{ name: 'One', rows: textRows([['one']]) }] })).subarray(0, 400),
      'sheet_broken',
    ],
    ['is another archive', () => createZip({ 'Index/Document.iwa': 'x' }), 'sheet_unknown'],
    [
      'is a text document',
      () =>
        createZip({ 'content.xml': '<o:document-content xmlns:o="urn:x"><o:text/></o:document-content>' }),
      'sheet_unknown',
    ],
    ['has no sheets', () => createXlsx({ sheets: [] }), 'sheet_empty'],
    ['is a damaged old workbook', () => Promise.resolve(compound('Workbook')), 'sheet_broken'],
    ['has a password', () => Promise.resolve(compound('EncryptedPackage')), 'sheet_locked'],
  ])('a hostile workbook is rejected if it %s', async (_, make, code) => {
    await expect(reader.file(await make())).rejects.toThrow(code)
  })
})

/** Returns the target of a descriptor; empty if it was closed meanwhile. */
function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

/** Returns a compound file (MS-CFB) whose folder has an entry with this name. */
function compound(name: string): Buffer {
  const file = Buffer.alloc(4_096)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(2, 48)
  Buffer.from(name, 'utf16le').copy(file, 3 * 512 + 128)
  return file
}
