import { CsvReader, CsvError, type CsvFormat } from '../../contract/app/tables/csvReader.ts'
import { csvDelimiters } from '../../contract/app/tables/spreadsheet.ts'
import { isBlankRow } from './fit.ts'

/** Number of rows examined. */
const sampledRows = 50

/** How the cells of a text are separated. */
export interface Layout {
  /** Empty if every line is one cell. */
  delimiter: string
  /** Whether the first line only declares the delimiter. */
  isDeclared: boolean
  /** Whether all rows have the same number of cells. */
  isSure: boolean
}

/** Maximum length of a line that declares the delimiter, in UTF-16 units. */
const maxDeclarationLength = 200

/** Excel's line `sep=;`, also quoted, and with the empty cells that some programs add. */
const declaration = /^[ \ufeff]*(?:"[ ]*)?sep\s*=\s*([^\w\s"]|\t)"?[,;\t|]*[ ]*(?:\r\n|\n|\r)/i

/** Returns the delimiter that a text declares, or that occurs equally often in most of its first rows. */
export function detectLayout(head: string): Layout {
  const declared = declaration.exec(head.slice(0, maxDeclarationLength))?.[1]
  if (declared !== undefined) return { delimiter: declared, isDeclared: true, isSure: true }
  const rows = sampleRows(head)
  const counts = rows.map((row) => csvDelimiters.map((delimiter) => row.split(delimiter).length - 1))
  const [best] = csvDelimiters
    .map((delimiter, index) => ({ delimiter, ...rateCounts(counts.map((row) => row[index] ?? 0)) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.share - a.share || b.count - a.count)
  if (!best || isAddressList(rows, best)) return { delimiter: '', isDeclared: false, isSure: true }
  return { delimiter: best.delimiter, isDeclared: false, isSure: best.isSure }
}

/** Returns how often a delimiter usually occurs in a row, and in what share of the rows. */
function rateCounts(counts: readonly number[]): { count: number; share: number; isSure: boolean } {
  const frequencies = new Map<number, number>()
  for (const count of counts) if (count > 0) frequencies.set(count, (frequencies.get(count) ?? 0) + 1)
  const [[count, rows] = [0, 0]] = [...frequencies].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
  // Coarse, so that a title line, or a few rows that don't fit, don't decide between two delimiters.
  return { count, share: Math.round((rows / counts.length) * 4), isSure: rows === counts.length }
}

const address = /^\s*"?[a-z][a-z0-9+.-]*:\/\/\S+\s*$/i

/** Whether every line is an address, and the delimiter is only a part of some of them. */
function isAddressList(rows: readonly string[], best: { isSure: boolean; delimiter: string }): boolean {
  if (best.delimiter === '\t' || !rows.every((row) => address.test(row))) return false
  return !best.isSure || rows.some((row) => !row.includes(best.delimiter))
}

/** Returns the first rows without quoted text, line breaks in it, and empty rows. */
function sampleRows(head: string): string[] {
  const rows: string[] = []
  for (const row of splitRows(head)) {
    if (row.trim() === '') continue
    rows.push(row)
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

/** Chunk size in UTF-16 units, parsed in a few milliseconds. */
const pieceLength = 65_536

/** A row with its number in the text, starting at 1. */
export interface NumberedRow {
  cells: string[]
  row: number
}

/**
 * Yields the rows of each piece of a text, without blank ones, because a short text can contain millions. Throws
 * `CsvError` after the last readable row.
 */
export function* readRecords(texts: Iterable<string>, format: CsvFormat): Generator<NumberedRow[]> {
  const rows: NumberedRow[] = []
  const reader = new CsvReader(format, (cells, row) => {
    if (!isBlankRow(cells)) rows.push({ cells, row })
  })
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
