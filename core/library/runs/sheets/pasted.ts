import type { RunSource } from '../../../../contract/calls/runs.ts'
import { CsvError, delimiterOf, recordsIn } from '../../imports/delimited.ts'
import { htmlRows } from './html.ts'
import type { SheetRow, Table } from './table.ts'
import { rowOf } from './textTable.ts'

type Pasted = Extract<RunSource, { kind: 'pasted' }>

/** In UTF-16 units: as much of a text is read at once. */
const atOnce = 100_000
/** In bytes, no less than any text that can be pasted. */
const longestRow = 100_000_000
/** In UTF-16 units. */
const lookedAt = 100_000

/** What a spreadsheet has put on the clipboard. */
export async function pastedTable({ text, html }: Pasted, onRead: (length: number) => void): Promise<Table> {
  const records = await recordsOf(text.toWellFormed())
  const fromHtml = isDoubtful(text) ? await htmlRows(html) : []
  const isSame = text.trim() === '' || widthOf(fromHtml) === widthOf(records)
  const rows = fromHtml.length > 0 && isSame ? fromHtml : records
  return {
    kind: 'pasted',
    name: 'Pasted rows',
    size: text.length,
    rows: portionsOf(rows, text.length, onRead),
  }
}

/**
 * Whether the text alone does not say what the cells hold. Spreadsheets put a cell between quotation marks where it has line breaks,
 * but not every one of them doubles those that it has itself; and of a long number they copy what they show, 1.23457E+11.
 */
function isDoubtful(text: string): boolean {
  return text.trim() === '' || /(?:^|[\t\n])"|\dE\+\d/.test(text)
}

/** The cells of a text. Where quotation marks have no end, they are letters as others are. */
async function recordsOf(text: string): Promise<SheetRow[]> {
  const head = text.slice(0, lookedAt)
  const found = delimiterOf(head)
  const delimiter = head.includes('\t') || !found?.isSure ? '\t' : found.delimiter
  try {
    return await read(text, delimiter, true)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return await read(text, delimiter, false)
  }
}

async function read(text: string, delimiter: string, quotes: boolean): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  const pieces = piecesOf(text)
  for await (const records of recordsIn(pieces, { delimiter, longestRow, quotes })) {
    for (const cells of records) rows.push(rowOf(cells))
  }
  return rows
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += atOnce) yield text.slice(at, at + atOnce)
}

function widthOf(rows: readonly SheetRow[]): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
}

/** Rows of one portion. */
const rowsAtOnce = 500

function* portionsOf(
  rows: readonly SheetRow[],
  length: number,
  onRead: (length: number) => void,
): Generator<SheetRow[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    yield rows.slice(at, at + rowsAtOnce)
    onRead(Math.ceil((length * rowsAtOnce) / rows.length))
  }
}
