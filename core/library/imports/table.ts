import { unguardFormula } from '../../../contract/spreadsheet.ts'
import type { CsvDelimiter } from '../../../contract/spreadsheet.ts'
import { findColumns, findOmitted, readValues, detectService } from './columns.ts'
import type { ColumnRoles } from './columns.ts'
import { CsvError } from './csvReader.ts'
import { detectDelimiter, maxBlankRows, readRecords } from './delimited.ts'
import type { Reading, Row } from './rows.ts'
import { shownRowLength } from './rows.ts'

/** Maximum row length in UTF-16 units, and maximum number of cells. */
const maxRowLength = 2 * 1_024 * 1_024
const maxColumns = 400

/** Reads a text as a table of links; `null` if its first line has no link column. Tests pass a lower limit. */
export function readTable(head: string, texts: Iterable<string>, blankRows = maxBlankRows): Reading | null {
  const [first = ''] = head.replace(/^\s+/, '').split(/\r?\n|\r/, 1)
  const delimiter = detectDelimiter(first)?.delimiter ?? ','
  const header = first.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''))
  const columns = header.length <= maxColumns ? findColumns(header) : null
  if (!columns) return null
  const kind = detectService(header) ?? 'table'
  return {
    kind,
    delimiter,
    ...findOmitted(header, columns),
    rows: readTableRows(texts, delimiter, blankRows),
  }
}

function* readTableRows(texts: Iterable<string>, delimiter: CsvDelimiter, blankRows: number): Generator<Row> {
  let [row, blank, columns]: [number, number, ColumnRoles | null] = [0, 0, null]
  const toRows = (cells: string[]): Row[] => {
    row++
    if (cells.every((cell) => cell.trim() === '')) {
      if (++blank > blankRows) throw new CsvError('There are too many blank rows.')
      return []
    }
    const texts = cells.map((cell) => unguardFormula(cell, delimiter))
    if (columns !== null) return [toRow(row, texts, columns)]
    columns = findColumns(texts) ?? []
    return []
  }
  const format = { delimiter, quotes: true, maxRowLength, maxColumns: maxColumns + 1 }
  try {
    for (const records of readRecords(texts, format)) {
      for (const cells of records) yield* toRows(cells)
      // Lets other work run during long stretches of blank rows.
      yield { row, blank: true }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { row: row + 1, error: 'unreadable', text: '' }
  }
}

function toRow(row: number, cells: readonly string[], columns: ColumnRoles): Row {
  if (cells.length > maxColumns) return { row, error: 'wide', text: rowText(cells) }
  return { row, values: readValues(columns, cells) }
}

function rowText(cells: readonly string[]): string {
  return cells.slice(0, 10).join(', ').slice(0, shownRowLength)
}
