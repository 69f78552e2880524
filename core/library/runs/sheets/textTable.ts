import { longestCell, mostColumns } from '../../../../contract/runs/mapping.ts'
import { isObject } from '../../../../contract/json.ts'
import { unguarded } from '../../../../contract/spreadsheet.ts'
import { CsvError, delimiterOf, recordsIn } from '../../imports/delimited.ts'
import { elementsIn, UnreadableJson } from '../../imports/elements.ts'
import { textOf as decoded } from '../../imports/encoding.ts'
import type { Encoding } from '../../imports/encoding.ts'
import { textOf } from '../../imports/objects.ts'
import { beginningOf, beginsAsJson, firstNames } from '../../imports/recognise.ts'
import { parsed } from '../../imports/rows.ts'
import type { Staged } from '../../imports/staged.ts'
import type { SheetRow, Table } from './table.ts'

/** In bytes. What is longer is no row, but has a quotation mark that does not end. */
const longestRow = 16 * 1_024 * 1_024

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
  const columns = beginsAsJson(head) ? firstNames(head)?.slice(0, mostColumns) : null
  if (columns) return { kind: 'csv', name, size, rows: objectRows(texts(), columns), header: columns }
  return { kind: 'csv', name, size, rows: delimitedRows(texts(), head) }
}

/** The rows of a text between whose cells stands what its first rows say, or what its first line names as Excel does. */
async function* delimitedRows(texts: Iterable<string>, head: string): AsyncGenerator<SheetRow[]> {
  const named = /^sep=([,;\t|])\r?\n/.exec(head)?.[1]
  const delimiter = named ?? delimiterOf(head)?.delimiter ?? ','
  let toSkip = named === undefined ? 0 : 1
  try {
    for await (const records of recordsIn(texts, { delimiter, longestRow })) {
      const rows = records.slice(toSkip).map(rowOf)
      toSkip = Math.max(0, toSkip - records.length)
      yield rows
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield [brokenOff]
  }
}

const brokenOff: SheetRow = { cells: [], notes: [{ column: null, text: unreadable, isFault: true }] }

/** A row of a text, in which a careful program has guarded what looks like a formula. */
export function rowOf(cells: string[]): SheetRow {
  return cells.some((cell) => cell.startsWith("'")) ? { cells: cells.map(unguarded) } : { cells }
}

/** Rows of one portion. */
const atOnce = 500

function* objectRows(texts: Iterable<string>, columns: readonly string[]): Generator<SheetRow[]> {
  let rows: SheetRow[] = []
  try {
    for (const piece of elementsIn(texts)) {
      if ('head' in piece) continue
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
