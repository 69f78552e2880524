import { CsvReader, UnreadableCsv } from './csvReader.ts'
import type { CsvFormat } from './csvReader.ts'
import type { CsvDelimiter } from '../../../contract/spreadsheet.ts'

/** What divides the cells of a table: as a spreadsheet saves it, that depends on the country. */
const delimiters: readonly CsvDelimiter[] = [',', ';', '\t', '|']

/** Rows that are looked at to find it out. */
const sampledRows = 50

/** What divides the cells of a text: what divides the most of its first rows alike. `null` where nothing divides its first row. */
export function detectDelimiter(head: string): { delimiter: CsvDelimiter; isSure: boolean } | null {
  const [first, ...others] = countDelimiters(head)
  if (!first) return null
  const found = delimiters
    .map((delimiter, at) => {
      const count = first[at] ?? 0
      const alike = others.filter((counts) => counts[at] === count).length
      return { delimiter, count, isSure: alike === others.length, alike: 2 * alike >= others.length ? 1 : 0 }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.alike - a.alike || b.count - a.count)[0]
  return found ? { delimiter: found.delimiter, isSure: found.isSure } : null
}

/** How often each delimiter stands in each of the first rows, but for what is between quotes. Of an empty row nothing is told. */
function countDelimiters(head: string): number[][] {
  const rows: number[][] = []
  for (const row of splitRows(head)) {
    if (row.trim() === '') continue
    rows.push(delimiters.map((delimiter) => row.split(delimiter).length - 1))
    if (rows.length === sampledRows) break
  }
  return rows
}

/** Each row without what stands between quotes in it. */
function* splitRows(head: string): Generator<string> {
  // A quotation mark in the middle of a cell is none.
  const bare = head.replace(/(^|[,;\t|\r\n])"[^"]*(?:""[^"]*)*(?:"|$)/g, '$1_')
  let from = 0
  for (const end of bare.matchAll(/\r\n|\n|\r/g)) {
    yield bare.slice(from, end.index)
    from = end.index + end[0].length
  }
  yield bare.slice(from)
}

/** A sheet of a spreadsheet has up to 1,048,576 rows, and a program that exports it may write them all. */
export const maxBlankRows = 2_000_000

/** In UTF-16 units: parsed in some milliseconds. Between two pieces others have their turn. */
const pieceLength = 65_536

/** Returns the rows of a text, those of one piece at a time. Throws `UnreadableCsv` after the last row that can be read. */
export function* readRecords(texts: Iterable<string>, format: CsvFormat): Generator<string[][]> {
  const found: string[][] = []
  const reader = new CsvReader(format, (cells) => found.push(cells))
  try {
    for (const text of texts) {
      for (let at = 0; at < text.length; at += pieceLength) {
        reader.read(text.slice(at, at + pieceLength))
        yield found.splice(0)
      }
    }
    reader.end()
    yield found.splice(0)
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    yield found.splice(0)
    throw error
  }
}
