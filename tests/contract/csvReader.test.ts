import { parse } from 'csv-parse/sync'
import { array, assert, boolean, constantFrom, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader, CsvError } from '../../contract/app/tables/csvReader.ts'
import type { CsvFormat } from '../../contract/app/tables/csvReader.ts'

const defaultFormat: CsvFormat = { delimiter: ',', quotes: true, maxRowLength: 1_000, maxColumns: 5 }

/** Reads the pieces of a text; `null` if it can't be read. */
function read(pieces: readonly string[], format: Partial<CsvFormat> = {}): string[][] | null {
  const rows: string[][] = []
  const reader = new CsvReader({ ...defaultFormat, ...format }, (cells) => rows.push(cells))
  try {
    for (const piece of pieces) reader.read(piece)
    reader.end()
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return null
  }
  return rows
}

/** Reads the same text with another parser. */
function readByOther(text: string, quotes: boolean): string[][] | null {
  const relaxed = { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] }
  try {
    return parse(text, { ...relaxed, quote: quotes ? '"' : null })
  } catch {
    return null
  }
}

describe('the reader of CSV', () => {
  it('the CSV reader agrees with csv-parse, however the text is cut into pieces', () => {
    const piece = array(constantFrom('a', 'b', ' ', '"', '""', ',', '\n', '\r'), { maxLength: 6 })
    assert(
      property(tuple(array(piece, { maxLength: 6 }), boolean()), ([parts, quotes]) => {
        const pieces = parts.map((part) => part.join(''))
        const found = read(pieces, { quotes, maxColumns: 100 })
        expect(found).toEqual(readByOther(pieces.join(''), quotes))
      }),
      { numRuns: 2_000 },
    )
  })

  it('the CSV reader keeps no more cells than a row may have, and marks the last one if more text follows', () => {
    expect(read([`a${','.repeat(50)}\n`])).toEqual([['a', '', '', '', '']])
    expect(read([`a${','.repeat(50)}b,c\n`])).toEqual([['a', '', '', '', 'b']])
    expect(read([`a,,,, ${','.repeat(50)}b ,c\n`])).toEqual([['a', '', '', '', 'b ']])
  })

  it('the CSV reader drops cells after a text behind millions of blanks in linear time', () => {
    const last = `${' '.repeat(4_000_000)}b`
    const text = `a,,,,${last}${','.repeat(4_000_000)}\n`
    expect(read([text], { maxRowLength: text.length })).toEqual([['a', '', '', '', last]])
  })

  it('the CSV reader rejects a row that is too long, whatever it contains', () => {
    for (const text of [','.repeat(2_000), 'x'.repeat(2_000), `"${'\n'.repeat(2_000)}`, '""'.repeat(2_000)])
      expect(read([text])).toBeNull()
    expect(read(['x'.repeat(900), '\n', 'x'.repeat(900), '\n'])).toHaveLength(2)
  })

  it('the CSV reader rejects an unclosed quotation mark after reading the rows before it', () => {
    const rows: string[][] = []
    const reader = new CsvReader(defaultFormat, (cells) => rows.push(cells))
    reader.read('a,b\n"c,d\n')
    expect(() => reader.end()).toThrow(CsvError)
    expect(rows).toEqual([['a', 'b']])
  })
})
