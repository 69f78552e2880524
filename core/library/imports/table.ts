import { finished } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { columnsIn, saidIn, serviceOf } from './columns.ts'
import type { Columns } from './columns.ts'
import type { Reading, Row } from './rows.ts'
import { shownOfRow } from './rows.ts'

/** A row and its cells together have no more than this, in bytes and in cells. */
const longestRow = 2 * 1_024 * 1_024
const mostColumns = 400

/** What divides the cells of a table: as a spreadsheet saves it, that depends on the country. */
const delimiters = [',', ';', '\t'] as const

/** How a text reads as a table of links; `null` where its first line has no column of links. */
export function tableIn(head: string, texts: Iterable<string>): Reading | null {
  const [first = ''] = head.replace(/^\s+/, '').split(/\r?\n|\r/, 1)
  const delimiter = delimiters.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
  const header = first.split(delimiter).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''))
  const columns = header.length <= mostColumns ? columnsIn(header) : null
  if (!columns) return null
  return { kind: serviceOf(header) ?? 'table', rows: rowsOf(texts, delimiter) }
}

async function* rowsOf(texts: Iterable<string>, delimiter: string): AsyncGenerator<Row> {
  let [row, columns]: [number, Columns | null] = [0, null]
  try {
    for await (const cells of cellsOf(texts, delimiter)) {
      row++
      if (cells.every((cell) => cell.trim() === '')) continue
      if (columns === null) columns = columnsIn(cells) ?? []
      else if (cells.length > mostColumns) yield { row, fault: 'wide', text: shown(cells) }
      else yield { row, said: saidIn(columns, cells) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { row: row + 1, fault: 'unreadable', text: '' }
  }
}

/** The cells of each row. They do not pass through the parser's own queue, since that is lost with the row that it cannot read. */
async function* cellsOf(texts: Iterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const found: string[][] = []
  const failures: Error[] = []
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
    on_record: (cells: string[]) => {
      found.push(cells)
      return null
    },
  })
  parser.on('error', (error: Error) => void failures.push(error))
  try {
    for (const text of texts) {
      await new Promise<void>((done) => parser.write(text, () => done()))
      yield* found.splice(0)
      if (failures[0]) throw failures[0]
    }
    await new Promise<void>((done) => finished(parser.end().resume(), () => done()))
    yield* found.splice(0)
    if (failures[0]) throw failures[0]
  } finally {
    parser.destroy()
  }
}

function shown(cells: readonly string[]): string {
  return cells.slice(0, 10).join(', ').slice(0, shownOfRow)
}
