import { isObject } from '../../contract/service/json/json.ts'
import { isExcessiveText } from '../../contract/service/json/jsonScan.ts'
import { csvDelimiters, unguardFormula } from '../../contract/app/tables/spreadsheet.ts'
import { CsvError } from '../../contract/app/tables/csvReader.ts'
import { maxCellLength, maxColumns } from '../../contract/app/tables/limits.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'
import { readText } from './decode.ts'
import { detectLayout, readRecords } from './delimited.ts'
import type { DetectedEncoding } from './encoding.ts'
import { looksLikeJsonList, readElements, UnreadableJsonError } from './jsonElements.ts'
import type { Note, SheetRow, Table } from './table.ts'

/** Maximum row length in UTF-16 units. A longer row means an unclosed quotation mark. */
const maxRowLength = 16 * 1_024 * 1_024

/** Length of the text used to detect the format, in UTF-16 units. */
const headLength = 1_100_000

/** Error for the row at which a text becomes unreadable. */
export const unreadableNote =
  'This row can’t be read, so nothing after it was read. A quotation mark may be missing.'

/** Returns a text file as a table: with any delimiter, or a JSON list of objects as services export it. */
export function openTextTable(file: string, size: number, encoding: DetectedEncoding): Table {
  const head = readHead(readText(file, encoding.encoding))
  let read = 0
  const texts = readText(file, encoding.encoding, (bytes) => (read += bytes))
  const progress = () => read
  const columns = looksLikeJsonList(head) ? listKeys(head) : null
  const shared = { size, encoding, head: head.slice(0, 1_000), progress }
  if (columns) {
    const header = columns.slice(0, maxColumns)
    return { ...shared, kind: 'json', header, rows: readObjectRows(texts, header), omitsEmptyCells: true }
  }
  const { delimiter, isDeclared } = detectLayout(head)
  return { ...shared, kind: 'text', delimiter, rows: readDelimitedRows(texts, delimiter, isDeclared ? 1 : 0) }
}

function readHead(texts: Iterable<string>): string {
  let head = ''
  for (const text of texts) {
    head += text
    if (head.length > headLength) break
  }
  return head.slice(0, headLength)
}

/** Number of objects whose keys become columns. */
const sampledObjects = 200

/** Returns the keys of the first objects of a list; `null` without any. */
function listKeys(head: string): string[] | null {
  const keys = new Set<string>()
  let count = 0
  try {
    for (const piece of readElements([head])) {
      if (!('element' in piece)) continue
      const value = tryParseJson(piece.element)
      for (const key of isObject(value) ? Object.keys(value) : []) keys.add(key)
      if (++count === sampledObjects) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableJsonError)) throw error
  }
  return keys.size === 0 ? null : [...keys]
}

const truncatedRow = (): SheetRow => ({
  cells: [],
  notes: [{ column: null, text: unreadableNote, isError: true, kind: 'unreadable' }],
})

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
    yield [{ ...truncatedRow(), row: error.row }]
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

function* readObjectRows(texts: Iterable<string>, columns: readonly string[]): Generator<SheetRow[]> {
  let rows: SheetRow[] = []
  let row = 0
  try {
    for (const piece of readElements(texts)) {
      if ('element' in piece) rows.push({ ...toObjectRow(piece.element, columns), row: ++row })
      if ('element' in piece && rows.length < 500) continue
      yield rows
      rows = []
    }
  } catch (error) {
    if (!(error instanceof UnreadableJsonError)) throw error
    rows.push({ ...truncatedRow(), row: row + 1 })
  }
  yield rows
}

function toObjectRow(element: string, columns: readonly string[]): SheetRow {
  const value = isExcessiveText(element) ? null : tryParseJson(element)
  if (isObject(value)) {
    const row = toSheetRow(
      columns.map((column) => toCell(value[column], column)),
      ',',
    )
    const isUnknown = Object.keys(value).some(
      (key) => !columns.includes(key) && toCell(value[key], key) !== '',
    )
    return isUnknown ? { ...row, notes: [...(row.notes ?? []), unknownMembersNote] } : row
  }
  return {
    cells: [element.trim()],
    notes: [{ column: 0, text: notAnObjectNote, isError: true, kind: 'misfit' }],
  }
}

const unknownMembersNote: Note = {
  column: null,
  text: 'This entry has members that the first entries don’t have. They weren’t read.',
  isError: false,
}
const notAnObjectNote = 'This entry of the list isn’t a JSON object.'

function toCell(value: unknown, column: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = memberText(value)
  // Objects without names in a list of tags are no tags.
  const isList = Array.isArray(value) && value.length > 0 && !/tag/i.test(column)
  return text !== '' || !(isObject(value) || isList)
    ? text
    : JSON.stringify(value).slice(0, maxCellLength + 1)
}

/** Returns a member as cell text: a string, a number such as a Unix time, or a joined list of strings. */
export function memberText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return ''
  const texts = value
    .slice(0, 100)
    .map((part: unknown) => (typeof part === 'string' ? part : memberName(part)))
  return texts.filter(Boolean).join(', ')
}

function memberName(part: unknown): string {
  if (typeof part !== 'object' || part === null || !('name' in part)) return ''
  return typeof part.name === 'string' ? part.name : ''
}
