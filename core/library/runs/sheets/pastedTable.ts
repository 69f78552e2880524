import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxRows as maxRows } from '../../../../contract/calls/runs.ts'
import type { RunSource } from '../../../../contract/calls/runs.ts'
import { maxColumns as maxColumns } from '../../../../contract/runs/mapping.ts'
import type { CsvDelimiter } from '../../../../contract/spreadsheet.ts'
import { UnreadableCsv } from '../../imports/csvReader.ts'
import { detectDelimiter, readRecords } from '../../imports/delimited.ts'
import { SheetError } from './sheetError.ts'
import { readHtmlRows } from './htmlTable.ts'
import type { SheetRow, Table } from './table.ts'
import { toSheetRow } from './textTable.ts'

type Pasted = Extract<RunSource, { kind: 'pasted' }>

/** In UTF-16 units: as much as `runs.prepare` takes, and what says how a text is divided. */
const [maxRowLength, sampleLength] = [20_000_000, 100_000]

/** What a spreadsheet has put on the clipboard. */
export async function createPastedTable(
  { text, html }: Pasted,
  onRead: (length: number) => void,
): Promise<Table> {
  const records = await parseRecords(text.toWellFormed())
  const fromHtml = isAmbiguous(text) ? await readHtmlRows(html) : []
  const isSame = text.trim() === '' || tableWidth(fromHtml) === records.width
  const rows = fromHtml.length > 0 && isSame ? fromHtml : records.rows
  return {
    kind: 'pasted',
    name: 'Pasted rows',
    size: text.length,
    delimiter: records.delimiter,
    rows: splitPortions(rows, text.length, onRead),
  }
}

/**
 * Whether the text alone does not say what the cells hold. Spreadsheets put a cell between quotation marks where it has line breaks,
 * but not every one of them doubles those that it has itself; and of a long number they copy what they show, 1.23457E+11.
 */
function isAmbiguous(text: string): boolean {
  return text.trim() === '' || /(?:^|[\t\n])"|\dE\+\d/.test(text)
}

interface Records {
  rows: SheetRow[]
  /** Of the widest row, the blank ones included. */
  width: number
  delimiter: CsvDelimiter
}

/** The cells of a text. Where a quotation mark is never closed, all of them are letters. */
async function parseRecords(text: string): Promise<Records> {
  const head = text.slice(0, sampleLength)
  const found = detectDelimiter(head)
  const delimiter = head.includes('\t') || !found?.isSure ? '\t' : found.delimiter
  try {
    return await readDelimited(text, delimiter, true)
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    return await readDelimited(text, delimiter, false)
  }
}

/** Blank rows are dropped at once: a short text can have millions of them. */
async function readDelimited(text: string, delimiter: CsvDelimiter, quotes: boolean): Promise<Records> {
  const rows: SheetRow[] = []
  let width = 0
  for (const records of readRecords([text], {
    delimiter,
    quotes,
    maxRowLength,
    maxColumns: maxColumns + 1,
  })) {
    for (const cells of records) {
      width = Math.max(width, cells.length)
      if (cells.some((cell) => cell.trim() !== '')) rows.push(toSheetRow(cells, delimiter))
    }
    if (rows.length > maxRows + 1) throw new SheetError('sheet_too_long')
    await nextTurn()
  }
  return { rows, width, delimiter }
}

function tableWidth(rows: readonly SheetRow[]): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
}

/** Rows of one portion. */
const portionSize = 500

function* splitPortions(
  rows: readonly SheetRow[],
  length: number,
  onRead: (length: number) => void,
): Generator<SheetRow[]> {
  for (let at = 0; at < rows.length; at += portionSize) {
    yield rows.slice(at, at + portionSize)
    onRead(Math.ceil((length * portionSize) / rows.length))
  }
}
