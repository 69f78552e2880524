import { columnsIn, saidIn, serviceOf } from './columns.ts'
import type { Columns } from './columns.ts'
import { CsvError, delimiterOf, recordsIn } from './delimited.ts'
import type { Reading, Row } from './rows.ts'
import { shownOfRow } from './rows.ts'

/** A row and its cells together have no more than this, in bytes and in cells. */
const longestRow = 2 * 1_024 * 1_024
const mostColumns = 400

/** How a text reads as a table of links; `null` where its first line has no column of links. */
export function tableIn(head: string, texts: Iterable<string>): Reading | null {
  const [first = ''] = head.replace(/^\s+/, '').split(/\r?\n|\r/, 1)
  const { delimiter } = delimiterOf(first) ?? { delimiter: ',' }
  const header = first.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''))
  const columns = header.length <= mostColumns ? columnsIn(header) : null
  if (!columns) return null
  return { kind: serviceOf(header) ?? 'table', rows: rowsOf(texts, delimiter) }
}

async function* rowsOf(texts: Iterable<string>, delimiter: string): AsyncGenerator<Row> {
  let [row, columns]: [number, Columns | null] = [0, null]
  const found = (cells: string[]): Row[] => {
    row++
    if (cells.every((cell) => cell.trim() === '')) return []
    if (columns !== null) return [rowOf(row, cells, columns)]
    columns = columnsIn(cells) ?? []
    return []
  }
  try {
    for await (const records of recordsIn(texts, { delimiter, longestRow })) yield* records.flatMap(found)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { row: row + 1, fault: 'unreadable', text: '' }
  }
}

function rowOf(row: number, cells: readonly string[], columns: Columns): Row {
  if (cells.length > mostColumns) return { row, fault: 'wide', text: shown(cells) }
  return { row, said: saidIn(columns, cells) }
}

function shown(cells: readonly string[]): string {
  return cells.slice(0, 10).join(', ').slice(0, shownOfRow)
}
