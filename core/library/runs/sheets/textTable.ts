import { longestCell, mostColumns as maxColumns } from '../../../../contract/runs/mapping.ts'
import { isObject } from '../../../../contract/json.ts'
import { unguarded } from '../../../../contract/spreadsheet.ts'
import type { CsvDelimiter } from '../../../../contract/spreadsheet.ts'
import { UnreadableCsv } from '../../imports/csvReader.ts'
import { delimiterOf, recordsIn } from '../../imports/delimited.ts'
import { elementsIn, UnreadableJson } from '../../imports/elements.ts'
import { textOf as decoded } from '../../imports/encoding.ts'
import type { Encoding } from '../../imports/encoding.ts'
import { textOf } from '../../imports/objects.ts'
import { beginningOf, beginsAsJson, firstNames } from '../../imports/recognise.ts'
import { parsed } from '../../imports/rows.ts'
import type { Staged } from '../../imports/staged.ts'
import type { SheetRow, Table } from './table.ts'

/** In UTF-16 units. What is longer is no row, but has a quotation mark that is never closed. */
const maxRowLength = 16 * 1_024 * 1_024

/** What is said where a text cannot be read on. */
const unreadable =
  'This row cannot be read, and so nothing after it was: a quotation mark has no end, perhaps.'

/** A file of text as a table: CSV, whatever divides its cells, or a list of objects in JSON as services export it. */
export function textTable(
  { file, size }: Staged,
  { encoding, name }: { encoding: Encoding; name: string },
  onRead: (bytes: number) => void,
): Table {
  const head = beginningOf(decoded(file, encoding, () => undefined))
  const texts = () => decoded(file, encoding, onRead)
  const columns = beginsAsJson(head) ? firstNames(head)?.slice(0, maxColumns) : null
  if (columns) return { kind: 'csv', name, size, rows: objectRows(texts(), columns), header: columns }
  const named = /^sep=([,;\t|])\r?\n/.exec(head)?.[1] as CsvDelimiter | undefined
  const delimiter = named ?? delimiterOf(head)?.delimiter ?? ','
  const rows = delimitedRows(texts(), delimiter, named === undefined ? 0 : 1)
  return { kind: 'csv', name, size, rows, delimiter }
}

/** The rows of a text, without the line in which Excel may name the delimiter. */
function* delimitedRows(
  texts: Iterable<string>,
  delimiter: CsvDelimiter,
  skipped: number,
): Generator<SheetRow[]> {
  let toSkip = skipped
  const format = { delimiter, quotes: true, maxRowLength, maxColumns: maxColumns + 1 }
  try {
    for (const records of recordsIn(texts, format)) {
      yield records.slice(toSkip).map((cells) => rowOf(cells, delimiter))
      toSkip = Math.max(0, toSkip - records.length)
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    yield [brokenOff]
  }
}

const brokenOff: SheetRow = { cells: [], notes: [{ column: null, text: unreadable, isFault: true }] }

/** A row of a text, in which a careful program has guarded what looks like a formula. */
export function rowOf(cells: string[], delimiter: CsvDelimiter): SheetRow {
  return { cells: cells.map((cell) => unguarded(cell, delimiter)) }
}

/** Rows of one portion. */
const atOnce = 500

function* objectRows(texts: Iterable<string>, columns: readonly string[]): Generator<SheetRow[]> {
  let rows: SheetRow[] = []
  try {
    for (const piece of elementsIn(texts)) {
      if (!('element' in piece)) {
        yield rows
        rows = []
        continue
      }
      const value = parsed(piece.element)
      const cells = isObject(value) ? columns.map((column) => cellOf(value[column])) : [piece.element.trim()]
      if (rows.push({ cells }) < atOnce) continue
      yield rows
      rows = []
    }
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    rows.push(brokenOff)
  }
  yield rows
}

function cellOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = textOf(value)
  return text !== '' || !isObject(value) ? text : JSON.stringify(value).slice(0, longestCell + 1)
}
