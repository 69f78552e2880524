import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf, pasteableOf, unguarded } from '../../contract/spreadsheet.ts'
import { readCsv } from '../core/harness/csv.ts'

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
  ])('runs nothing that begins like a formula: %j', (cell) => {
    for (const text of [csvOf([[cell]]), pasteableOf([[cell]])]) {
      expect(
        text
          .replace(/^\ufeff/, '')
          .replace(/^"/, '')
          .startsWith("'"),
      ).toBe(true)
    }
  })

  it('keeps every text in its cell', () => {
    const cells = ['plain', 'a,b', 'a;b', 'say "hi"', 'two\nlines', 'tab\there', '']
    expect(csvOf([cells, ['next']])).toBe(
      '\ufeffplain,"a,b","a;b","say ""hi""","two\nlines","tab\there",\r\nnext\r\n',
    )
    expect(pasteableOf([cells, ['next']])).toBe(
      'plain\ta,b\ta;b\t"say ""hi"""\t"two\nlines"\t"tab\there"\t\nnext',
    )
  })

  it.each(['=1', "'=1", "''-1", "'", "it's", "'quoted'", '\t', "'\n", 'plain'])(
    'gives back what was guarded, letter by letter: %j',
    (cell) => {
      expect(readCsv(csvOf([[cell]])).map((row) => row.map(unguarded))).toEqual([[cell]])
    },
  )

  it('gives back any text', () => {
    assert(
      property(string({ unit: 'grapheme' }), (cell) => {
        expect(readCsv(csvOf([[cell]])).map((row) => row.map(unguarded))).toEqual([[cell]])
      }),
    )
  })
})
