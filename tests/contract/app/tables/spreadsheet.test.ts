import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  csvDelimiters,
  formatCsv,
  fileDelimiters,
  formatForClipboard,
  unguardFormula,
} from '../../../../contract/app/tables/spreadsheet.ts'
import { CsvReader } from '../../../../contract/app/tables/csvReader.ts'
import { readCsv } from '../../../core/harness/csv.ts'

describe('a table for a spreadsheet', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '=HYPERLINK("https://evil.example")',
  ])('a spreadsheet cell never runs as a formula: %j', (cell) => {
    for (const text of [formatCsv([[cell]]), formatForClipboard([[cell]])]) {
      expect(
        text
          .replace(/^\ufeff/, '')
          .replace(/^"/, '')
          .startsWith("'"),
      ).toBe(true)
    }
  })

  it('a spreadsheet table keeps every text in its cell', () => {
    const cells = ['plain', 'a,b', 'a;b', 'say "hi"', 'two\nlines', 'tab\there', '']
    expect(formatCsv([cells, ['next']])).toBe(
      '\ufeffplain,"a,b","a;b","say ""hi""","two\nlines","tab\there",\r\nnext\r\n',
    )
    expect(formatForClipboard([cells, ['next']])).toBe(
      'plain\ta,b\ta;b\t"say ""hi"""\t"two\nlines"\t"tab\there"\t\nnext',
    )
  })

  it.each(['=1', "'=1", "''-1", "'", "it's", "'quoted'", '\t', "'\n", 'plain'])(
    'unguardFormula restores a guarded cell: %j',
    (cell) => {
      expect(readCsv(formatCsv([[cell]])).map((row) => row.map((text) => unguardFormula(text, ',')))).toEqual(
        [[cell]],
      )
    },
  )

  it('unguardFormula restores any text', () => {
    assert(
      property(string({ unit: 'grapheme' }), (cell) => {
        expect(
          readCsv(formatCsv([[cell]])).map((row) => row.map((text) => unguardFormula(text, ','))),
        ).toEqual([[cell]])
      }),
    )
  })

  it.each(fileDelimiters.flatMap((written) => csvDelimiters.map((read) => [written, read] as const)))(
    'a table written with %j and read with %j has no cell that starts like a formula',
    (written, read) => {
      const cells = hostile.flatMap((text) => [text, `a${text}`, `first`])
      for (const row of rowsOf(formatCsv([cells, ...cells.map((cell) => ['a', cell])], written), read)) {
        // Some readers drop an empty quoted part before a cell.
        for (const cell of row) expect(cell.replace(/^"+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
      }
    },
  )

  it('a text that looks like one kept by a formula is preserved', () => {
    const cells = [' =""', '\n="0042"', '="0042"']
    const [row = []] = rowsOf(formatCsv([cells]), ',')
    expect(row.map((cell) => unguardFormula(cell, ','))).toEqual(cells)
  })

  it.each(fileDelimiters)('a table written with %j preserves every text', (delimiter) => {
    const text = array(constantFrom('a', "'", '=', '-', ';', ',', '\t', '|', '\n', '\r', '"', ' '), {
      maxLength: 12,
    }).map((letters) => letters.join(''))
    assert(
      property(array(text, { minLength: 2, maxLength: 4 }), (cells) => {
        const read = rowsOf(formatCsv([cells], delimiter), delimiter)
        expect(read.map((row) => row.map((cell) => unguardFormula(cell, delimiter)))).toEqual([cells])
      }),
      { numRuns: 1_000 },
    )
  })

  it('a spreadsheet table leaves an address with its own delimiter unchanged', () => {
    expect(formatCsv([['https://maps.example/@48.1,-11.5']])).toBe(
      '\ufeff"https://maps.example/@48.1,-11.5"\r\n',
    )
  })
})

/** A formula that would run if a program ended the cell at the text before it. */
const hostile = [';', '\t', '|', ',', '\n', '\r', ';"', '\t"', '\n"', ";'", ';""'].flatMap((before) => [
  `${before}=HYPERLINK("https://evil.example")`,
  `${before}-2+3+cmd|' /C calc'!A1`,
  `${before}@SUM(A1)`,
])

function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  const format = { delimiter, quotes: true, maxRowLength: 1_000_000, maxColumns: 1_000 }
  const reader = new CsvReader(format, (cells) => rows.push(cells))
  reader.read(text.replace(/^\ufeff/, ''))
  reader.end()
  return rows
}
