import { unguarded } from '../../../contract/spreadsheet.ts'
import type { CsvDelimiter } from '../../../contract/spreadsheet.ts'
import { columnsIn, saidIn, serviceOf } from './columns.ts'
import type { Columns } from './columns.ts'
import { UnreadableCsv } from './csvReader.ts'
import { delimiterOf, maxBlankRows, recordsIn } from './delimited.ts'
import type { Reading, Row } from './rows.ts'
import { shownOfRow } from './rows.ts'

/** A row has no more than this, in UTF-16 units and in cells. */
const maxRowLength = 2 * 1_024 * 1_024
const maxColumns = 400

/** How a text reads as a table of links; `null` where its first line has no column of links. */
export function tableIn(head: string, texts: Iterable<string>): Reading | null {
  const [first = ''] = head.replace(/^\s+/, '').split(/\r?\n|\r/, 1)
  const delimiter = delimiterOf(first)?.delimiter ?? ','
  const header = first.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''))
  const columns = header.length <= maxColumns ? columnsIn(header) : null
  if (!columns) return null
  return { kind: serviceOf(header) ?? 'table', rows: rowsOf(texts, delimiter) }
}

function* rowsOf(texts: Iterable<string>, delimiter: CsvDelimiter): Generator<Row> {
  let [row, blank, columns]: [number, number, Columns | null] = [0, 0, null]
  const found = (cells: string[]): Row[] => {
    row++
    if (cells.every((cell) => cell.trim() === '')) {
      if (++blank > maxBlankRows) throw new UnreadableCsv('There are too many blank rows.')
      return []
    }
    const texts = cells.map((cell) => unguarded(cell, delimiter))
    if (columns !== null) return [rowOf(row, texts, columns)]
    columns = columnsIn(texts) ?? []
    return []
  }
  const format = { delimiter, quotes: true, maxRowLength, maxColumns: maxColumns + 1 }
  try {
    for (const records of recordsIn(texts, format)) {
      for (const cells of records) yield* found(cells)
      // Blank rows alone must not keep the library's thread to themselves.
      yield { row, blank: true }
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    yield { row: row + 1, fault: 'unreadable', text: '' }
  }
}

function rowOf(row: number, cells: readonly string[], columns: Columns): Row {
  if (cells.length > maxColumns) return { row, fault: 'wide', text: shown(cells) }
  return { row, said: saidIn(columns, cells) }
}

function shown(cells: readonly string[]): string {
  return cells.slice(0, 10).join(', ').slice(0, shownOfRow)
}
