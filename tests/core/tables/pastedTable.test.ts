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

/** Two rows with a line break, quotation marks and a long number, as each program puts them on the clipboard. */
const excel = (cells: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-x:1}\n.xl65 {color:black;}--></style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse'><col width=64 span=2 style='width:48pt'>
<!--StartFragment--> <tr height=20 style='height:15.0pt'>  <td height=20 width=64>Title</td>  <td width=64>Link</td><td>Number</td> </tr>
 <tr height=40>${cells}</tr><!--EndFragment--></table></body></html>`
const programs: [string, string, string][] = [
  [
    'Excel',
    'Title\tLink\tNumber\r\n"""a""\nb"\thttps://example.com/\t1.23457E+11\r\n',
    excel(
      `<td>&quot;a&quot;<br>\n    b</td>\n  <td>https://example.com/</td><td align=right x:num="123456789012">1.23457E+11</td>`,
    ),
  ],
  [
    'Google Sheets',
    'Title\tLink\tNumber\n""a"\nb"\thttps://example.com/\t1.23457E+11',
    `<meta name='generator' content='Sheets'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td>Title</td><td>Link</td><td>Number</td></tr><tr><td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;x&quot;}">&quot;a&quot;<br/>b</td><td><a href="https://example.com/">https://example.com/</a></td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:123456789012}">1.23457E+11</td></tr></tbody></table></google-sheets-html-origin>`,
  ],
  [
    'LibreOffice',
    'Title\tLink\tNumber\n"""a""\nb"\thttps://example.com/\t1.23457E+11\n',
    `<!DOCTYPE html><html><head><style type="text/css">body {}</style></head><body><table cellspacing="0"><colgroup span="3" width="85"></colgroup><tr>\n<td height="17" align="left">Title</td><td align="left">Link</td><td>Number</td></tr><tr><td align="left"><font face="Sans">&quot;a&quot;<br>b</font></td><td align="left">https://example.com/</td><td align="right" sdval="123456789012" sdnum="1033;0;0.00E+00">1.23457E+11</td></tr></table></body></html>`,
  ],
  [
    'Numbers',
    'Title\tLink\tNumber\n"""a""\nb"\thttps://example.com/\t123456789012',
    `<html><body><table><tbody><tr><td><p class="p1">Title</p></td><td><p>Link</p></td><td><p>Number</p></td></tr><tr><td><p>&quot;a&quot;</p><p>b</p></td><td><p>https://example.com/</p></td><td><p>123456789012</p></td></tr></tbody></table></body></html>`,
  ],
]

describe('cells copied from a spreadsheet', () => {
  it.each(programs)('a paste that was uploaded is read like any other: %s', async (_, text, html) => {
    const pasted = await reader.paste(text, html)
    const uploaded = await reader.file(JSON.stringify({ text, html }), { isPasted: true })
    expect(cellTexts(uploaded)).toEqual(cellTexts(pasted))
    expect(uploaded).toMatchObject({ header: pasted.header, name: pasted.name })
    expect({ ...uploaded.source, file: '' }).toEqual({ ...pasted.source, file: '' })
  })

  it.each(['not JSON', '{}', '{"text":1}'])('an uploaded paste is refused if it is %j', async (content) => {
    await expect(reader.file(content, { isPasted: true })).rejects.toThrow('sheet_too_large')
  })

  it.each(programs)('a pasted table is read cell by cell: %s', async (_, text, html) => {
    const run = await reader.paste(text, html)
    expect(run).toMatchObject({
      header: ['Title', 'Link', 'Number'],
      source: { kind: 'pasted' },
      name: '"a" b',
    })
    expect(cellTexts(run)).toEqual([['"a"\nb', 'https://example.com/', '123456789012']])
  })

  it.each(programs.filter(([name]) => name !== 'Google Sheets'))(
    'text copied from a spreadsheet is read as text, except for its long numbers: %s',
    async (_, text) => {
      expect(cellTexts(await reader.paste(text)).map((cells) => cells.slice(0, 2))).toEqual([
        ['"a"\nb', 'https://example.com/'],
      ])
    },
  )

  it('a pasted table keeps the white space of its text', async () => {
    const run = await reader.paste(
      'Link\ta  b\nx\t c ',
      '<table><tr><td>Link</td><td>a b</td></tr><tr><td>x</td><td>c</td></tr></table>',
    )
    expect([run.header, cellTexts(run)]).toEqual([['Link', 'a  b'], [['x', ' c ']]])
  })

  it('a pasted table may be HTML without a text, with merged cells', async () => {
    const run = await reader.paste(
      '',
      `<p>before</p><table><tr><th colspan=2>Link<th>C</tr><tr><td rowspan="2">1<td>2<td>3&nbsp;&amp;&euro;</tr><tr><td>5<td><table><tr><td>inner</td></tr></table>6</table><table><tr><td>other</table>`,
    )
    expect(run.header).toEqual(['Link', 'Column B', 'C'])
    expect(cellTexts(run)).toEqual([
      ['1', '2', '3 &€'],
      ['1', '5', 'inner6'],
    ])
  })

  it('a pasted table is read from its text if the HTML has a different table', async () => {
    const run = await reader.paste('Link\tB\n"x"\t2', '<table><tr><td>one</td></tr></table>')
    expect(cellTexts(run)).toEqual([['x', '2']])
  })

  it('a pasted table treats unclosed quotation marks as text', async () => {
    const run = await reader.paste('Link\tSize\nhttps://example.com/\t"5 in\nx\ty')
    expect(cellTexts(run)).toEqual([
      ['https://example.com/', '"5 in'],
      ['x', 'y'],
    ])
  })

  it('a pasted table treats commas as text in one column, and as separators in CSV', async () => {
    const texts = await reader.paste('Hello, world\nGoodbye\nSee you, soon, then')
    expect(cellTexts(texts)).toEqual([['Hello, world'], ['Goodbye'], ['See you, soon, then']])
    expect(cellTexts(await reader.paste('Link,Title\nhttps://example.com/,"a, b"'))).toEqual([
      ['https://example.com/', 'a, b'],
    ])
  })

  it('a pasted table is read in linear time, whatever it contains', async () => {
    const open = '<table>'.repeat(50_000) + '<tr><td colspan=99999999 rowspan=99999999>x'
    expect(cellTexts(await reader.paste('x', open))).toEqual([['x']])
    const wide = `<table>${'<tr><td colspan=1000 rowspan=1000>x</td></tr>'.repeat(500)}</table>`
    expect((await reader.paste('', wide)).rows).toHaveLength(500)
    const run = await reader.paste(`"${'x'.repeat(2_000_000)}"\ty`, '')
    expect(run.rows[0]?.cells[0]).toHaveLength(maxCellLength)
  })
})
