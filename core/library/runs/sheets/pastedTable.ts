import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxRows } from '../../../../contract/calls/runs.ts'
import type { PastedCells } from '../../../../contract/calls/runs.ts'
import { maxColumns } from '../../../../contract/runs/mapping.ts'
import type { CsvDelimiter } from '../../../../contract/spreadsheet.ts'
import { CsvError } from '../../imports/csvReader.ts'
import { detectDelimiter, readRecords } from '../../imports/delimited.ts'
import { SheetError } from './sheetError.ts'
import { readHtmlRows } from './htmlTable.ts'
import type { SheetRow, Table } from './table.ts'
import { toSheetRow } from './textTable.ts'

/**
 * Maximum length (the limit of `runs.prepare`), and length of the text used to detect the delimiter, in
 * UTF-16 units.
 */
const [maxRowLength, sampleLength] = [20_000_000, 100_000]

/** Returns a table from a spreadsheet's clipboard content. */
export async function createPastedTable(
  { text, html }: PastedCells,
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
    rows: splitBatches(rows, text.length, onRead),
  }
}

/**
 * Whether the text alone is ambiguous, so that the HTML is used. Spreadsheets quote cells with line breaks,
 * but some don't double quotation marks inside. Long numbers are copied as displayed (1.23457E+11).
 */
function isAmbiguous(text: string): boolean {
  return text.trim() === '' || /(?:^|[\t\n])"|\dE\+\d/.test(text)
}

interface Records {
  rows: SheetRow[]
  /** Number of columns in the widest row, including blank ones. */
  width: number
  delimiter: CsvDelimiter
}

/** Parses the cells of a text. If a quotation mark is never closed, treats all of them literally. */
async function parseRecords(text: string): Promise<Records> {
  const head = text.slice(0, sampleLength)
  const detected = detectDelimiter(head)
  const delimiter = head.includes('\t') || !detected?.isSure ? '\t' : detected.delimiter
  try {
    return await readDelimited(text, delimiter, true)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return await readDelimited(text, delimiter, false)
  }
}

/** Drops blank rows immediately, because a short text can contain millions. */
async function readDelimited(text: string, delimiter: CsvDelimiter, quotes: boolean): Promise<Records> {
  const rows: SheetRow[] = []
  let [width, number] = [0, 0]
  for (const records of readRecords([text], {
    delimiter,
    quotes,
    maxRowLength,
    maxColumns: maxColumns + 1,
  })) {
    for (const cells of records) {
      width = Math.max(width, cells.length)
      number++
      if (cells.some((cell) => cell.trim() !== ''))
        rows.push({ ...toSheetRow(cells, delimiter), row: number })
    }
    if (rows.length > maxRows + 1) throw new SheetError('sheet_too_long')
    await nextTurn()
  }
  return { rows, width, delimiter }
}

function tableWidth(rows: readonly SheetRow[]): number {
  return rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
}

/** Rows per batch. */
const batchSize = 500

function* splitBatches(
  rows: readonly SheetRow[],
  length: number,
  onRead: (length: number) => void,
): Generator<SheetRow[]> {
  for (let start = 0; start < rows.length; start += batchSize) {
    yield rows.slice(start, start + batchSize)
    onRead(Math.ceil((length * batchSize) / rows.length))
  }
}
