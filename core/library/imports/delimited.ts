import { finished } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

export { CsvError }

/** What divides the cells of a table: as a spreadsheet saves it, that depends on the country. */
const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

/** Rows that are looked at to find it out. */
const lookedAt = 50

/** What divides the cells of a text: what divides the most of its first rows alike. `null` where nothing divides its first row. */
export function delimiterOf(head: string): { delimiter: Delimiter; isSure: boolean } | null {
  const [first, ...others] = countsIn(head)
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
function countsIn(head: string): number[][] {
  const rows: number[][] = []
  for (const row of rowsIn(head)) {
    if (row.trim() === '') continue
    rows.push(delimiters.map((delimiter) => row.split(delimiter).length - 1))
    if (rows.length === lookedAt) break
  }
  return rows
}

/** Each row without what stands between quotes in it. */
function* rowsIn(head: string): Generator<string> {
  // A quotation mark in the middle of a cell is none.
  const bare = head.replace(/(^|[,;\t|\r\n])"[^"]*(?:""[^"]*)*(?:"|$)/g, '$1_')
  let from = 0
  for (const end of bare.matchAll(/\r\n|\n|\r/g)) {
    yield bare.slice(from, end.index)
    from = end.index + end[0].length
  }
  yield bare.slice(from)
}

interface Way {
  delimiter: string
  /** In bytes: a row that is longer cannot be read. */
  longestRow: number
  /** Whether a cell may stand between quotes. */
  quotes?: boolean
}

/**
 * The rows of a text, some at a time. Throws `CsvError` behind the last row that can be read. They do not pass through the parser's
 * own queue, since that is lost with the row that it cannot read.
 */
export async function* recordsIn(
  texts: Iterable<string>,
  { delimiter, longestRow, quotes = true }: Way,
): AsyncGenerator<string[][]> {
  const found: string[][] = []
  const failures: Error[] = []
  const parser = parse({
    delimiter,
    quote: quotes ? '"' : null,
    // All at once, since a table that was put together from several has more than one.
    record_delimiter: ['\r\n', '\n', '\r'],
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
      yield found.splice(0)
      if (failures[0]) throw failures[0]
    }
    await new Promise<void>((done) => finished(parser.end().resume(), () => done()))
    yield found.splice(0)
    if (failures[0]) throw failures[0]
  } finally {
    parser.destroy()
  }
}
