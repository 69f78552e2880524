import { CsvReader, CsvError } from './csvReader.ts'
import type { CsvFormat } from './csvReader.ts'
import type { CsvDelimiter } from '../../../contract/spreadsheet.ts'

/** Candidate delimiters. Spreadsheets choose one by locale. */
const delimiters: readonly CsvDelimiter[] = [',', ';', '\t', '|']

/** Number of rows examined. */
const sampledRows = 50

/**
 * Returns the delimiter that occurs equally often in most of the first rows; `null` if the first row has
 * none.
 */
export function detectDelimiter(head: string): { delimiter: CsvDelimiter; isSure: boolean } | null {
  const [first, ...others] = countDelimiters(head)
  if (!first) return null
  const best = delimiters
    .map((delimiter, index) => {
      const count = first[index] ?? 0
      const equalCounts = others.filter((counts) => counts[index] === count).length
      return {
        delimiter,
        count,
        isSure: equalCounts === others.length,
        isCommon: 2 * equalCounts >= others.length ? 1 : 0,
      }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.isCommon - a.isCommon || b.count - a.count)[0]
  return best ? { delimiter: best.delimiter, isSure: best.isSure } : null
}

/** Counts the delimiters in each of the first rows, ignoring quoted text and empty rows. */
function countDelimiters(head: string): number[][] {
  const rows: number[][] = []
  for (const row of splitRows(head)) {
    if (row.trim() === '') continue
    rows.push(delimiters.map((delimiter) => row.split(delimiter).length - 1))
    if (rows.length === sampledRows) break
  }
  return rows
}

/** Yields each row without its quoted text. */
function* splitRows(head: string): Generator<string> {
  // Only a quotation mark at the start of a cell quotes it.
  const unquoted = head.replace(/(^|[,;\t|\r\n])"[^"]*(?:""[^"]*)*(?:"|$)/g, '$1_')
  let from = 0
  for (const end of unquoted.matchAll(/\r\n|\n|\r/g)) {
    yield unquoted.slice(from, end.index)
    from = end.index + end[0].length
  }
  yield unquoted.slice(from)
}

/** Maximum number of blank rows. A sheet has up to 1,048,576 rows, and some programs export them all. */
export const maxBlankRows = 2_000_000

/** Chunk size in UTF-16 units, parsed in a few milliseconds. Other work runs between chunks. */
const pieceLength = 65_536

/** Yields the rows of a text, piece by piece. Throws `CsvError` after the last readable row. */
export function* readRecords(texts: Iterable<string>, format: CsvFormat): Generator<string[][]> {
  const rows: string[][] = []
  const reader = new CsvReader(format, (cells) => rows.push(cells))
  try {
    for (const text of texts) {
      for (let start = 0; start < text.length; start += pieceLength) {
        reader.read(text.slice(start, start + pieceLength))
        yield rows.splice(0)
      }
    }
    reader.end()
    yield rows.splice(0)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield rows.splice(0)
    throw error
  }
}
