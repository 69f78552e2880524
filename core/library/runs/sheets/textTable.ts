import { maxCellLength, maxColumns } from '../../../../contract/runs/mapping.ts'
import { isObject } from '../../../../contract/json.ts'
import { unguardFormula } from '../../../../contract/spreadsheet.ts'
import type { CsvDelimiter } from '../../../../contract/spreadsheet.ts'
import { CsvError } from '../../imports/csvReader.ts'
import { detectDelimiter, readRecords } from '../../imports/delimited.ts'
import { readElements, UnreadableJsonError } from '../../imports/jsonElements.ts'
import { readText as decoded } from '../../imports/encoding.ts'
import type { Encoding } from '../../imports/encoding.ts'
import { memberText } from '../../imports/objects.ts'
import { readBeginning, firstObjectKeys } from '../../imports/detectFormat.ts'
import { looksLikeJsonList } from '../../imports/jsonElements.ts'
import { parseJson } from '../../imports/rows.ts'
import type { StagedFile } from '../../imports/stagedFiles.ts'
import type { SheetRow, Table } from './table.ts'

/** Maximum row length in UTF-16 units. A longer row means an unclosed quotation mark. */
const maxRowLength = 16 * 1_024 * 1_024

/** Error for the row at which a text becomes unreadable. */
const unreadableNote =
  'This row can’t be read, so nothing after it was read. A quotation mark may be missing.'

/**
 * Returns a text file as a table: CSV with any delimiter, or a JSON list of objects as services export it.
 */
export function createTextTable(
  { file, size }: StagedFile,
  { encoding, name }: { encoding: Encoding; name: string },
  onRead: (bytes: number) => void,
): Table {
  const head = readBeginning(decoded(file, encoding, () => undefined))
  const texts = () => decoded(file, encoding, onRead)
  const columns = looksLikeJsonList(head) ? firstObjectKeys(head)?.slice(0, maxColumns) : null
  if (columns) return { kind: 'csv', name, size, rows: readObjectRows(texts(), columns), header: columns }
  const declared = /^sep=([,;\t|])\r?\n/.exec(head)?.[1] as CsvDelimiter | undefined
  const delimiter = declared ?? detectDelimiter(head)?.delimiter ?? ','
  const rows = readDelimitedRows(texts(), delimiter, declared === undefined ? 0 : 1)
  return { kind: 'csv', name, size, rows, delimiter }
}

/** Yields the rows of a text, without Excel's `sep=` line. */
function* readDelimitedRows(
  texts: Iterable<string>,
  delimiter: CsvDelimiter,
  skipped: number,
): Generator<SheetRow[]> {
  let toSkip = skipped
  const format = { delimiter, quotes: true, maxRowLength, maxColumns: maxColumns + 1 }
  try {
    for (const records of readRecords(texts, format)) {
      yield records.slice(toSkip).map((cells) => toSheetRow(cells, delimiter))
      toSkip = Math.max(0, toSkip - records.length)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield [truncatedRow]
  }
}

const truncatedRow: SheetRow = { cells: [], notes: [{ column: null, text: unreadableNote, isError: true }] }

/** Returns a row with guarded formulas restored. */
export function toSheetRow(cells: string[], delimiter: CsvDelimiter): SheetRow {
  return { cells: cells.map((cell) => unguardFormula(cell, delimiter)) }
}

/** Rows per batch. */
const batchSize = 500

function* readObjectRows(texts: Iterable<string>, columns: readonly string[]): Generator<SheetRow[]> {
  let rows: SheetRow[] = []
  try {
    for (const piece of readElements(texts)) {
      if (!('element' in piece)) {
        yield rows
        rows = []
        continue
      }
      const value = parseJson(piece.element)
      const cells = isObject(value) ? columns.map((column) => toCell(value[column])) : [piece.element.trim()]
      if (rows.push({ cells }) < batchSize) continue
      yield rows
      rows = []
    }
  } catch (error) {
    if (!(error instanceof UnreadableJsonError)) throw error
    rows.push(truncatedRow)
  }
  yield rows
}

function toCell(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = memberText(value)
  return text !== '' || !isObject(value) ? text : JSON.stringify(value).slice(0, maxCellLength + 1)
}
