import { csvDelimiters, unguardFormula } from '../../contract/app/tables/spreadsheet.ts'
import { CsvError } from '../../contract/app/tables/csvReader.ts'
import { maxColumns } from '../../contract/app/tables/limits.ts'
import { readText } from './decode.ts'
import { detectLayout, readRecords } from './delimited.ts'
import type { DetectedEncoding } from './encoding.ts'
import type { Note, SheetRow, Table } from './table.ts'

/** Maximum row length in UTF-16 units. A longer row means an unclosed quotation mark. */
const maxRowLength = 16 * 1_024 * 1_024

/** Length of the text used to detect the format, in UTF-16 units. */
const headLength = 1_100_000

/** Error for the row at which a text becomes unreadable. */
export const unreadableNote =
  'This row can’t be read, so nothing after it was read. A quotation mark may be missing.'

/** Returns a text file with any delimiter as a table. */
export function openTextTable(file: string, size: number, encoding: DetectedEncoding): Table {
  const head = readHead(readText(file, encoding.encoding))
  let read = 0
  const texts = readText(file, encoding.encoding, (bytes) => (read += bytes))
  const progress = () => read
  const { delimiter, isDeclared } = detectLayout(head)
  const rows = readDelimitedRows(texts, delimiter, isDeclared ? 1 : 0)
  return { kind: 'text', size, encoding, head: head.slice(0, 1_000), progress, delimiter, rows }
}

function readHead(texts: Iterable<string>): string {
  let head = ''
  for (const text of texts) {
    head += text
    if (head.length > headLength) break
  }
  return head.slice(0, headLength)
}

/** Yields the rows of a text, without Excel's `sep=` line. Blank rows are omitted, and counted. */
export function* readDelimitedRows(
  texts: Iterable<string>,
  delimiter: string,
  declaredRows: number,
): Generator<SheetRow[]> {
  const format = { delimiter, quotes: true, maxRowLength, maxColumns: maxColumns + 1 }
  try {
    for (const records of readRecords(texts, format)) {
      const rows = records.filter(({ row }) => row > declaredRows)
      yield rows.map(({ cells, row }) => ({ ...toSheetRow(cells, delimiter), row }))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const note: Note = { column: null, text: unreadableNote, isError: true, kind: 'unreadable' }
    yield [{ cells: [], notes: [note], row: error.row }]
  }
}

/** Error for a cell with bytes that its encoding doesn't have, or that a program has already lost. */
const damagedNote = 'This cell has a damaged character (�). Correct it here.'
/** Warning for a cell that looks like UTF-8 that a program read in another encoding. */
const garbledNote = 'This cell looks garbled, as if a program had read it in the wrong encoding.'
const garbled =
  /[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|â€/

/** Returns a row with guarded formulas restored, and notes about damaged text. */
export function toSheetRow(cells: string[], delimiter: string): SheetRow {
  const known = csvDelimiters.find((candidate) => candidate === delimiter) ?? ','
  const texts = cells.map((cell) => unguardFormula(cell, known))
  const notes = texts.flatMap((cell, column): Note[] => {
    if (cell.includes('\ufffd')) return [{ column, text: damagedNote, isError: true }]
    return garbled.test(cell) ? [{ column, text: garbledNote, isError: false }] : []
  })
  return notes.length === 0 ? { cells: texts } : { cells: texts, notes }
}
