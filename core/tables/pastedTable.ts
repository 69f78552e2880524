import { CsvError } from '../../contract/app/tables/csvReader.ts'
import { maxColumns } from '../../contract/app/tables/limits.ts'
import { sliceRows } from './batches.ts'
import { detectLayout, readRecords } from './delimited.ts'
import { readHtmlRows } from './htmlTable.ts'
import type { Note, SheetRow, Table } from './table.ts'
import { toSheetRow } from './textTable.ts'

/** Maximum length, and length of the text used to detect the delimiter, in UTF-16 units. */
const [maxRowLength, sampleLength] = [20_000_000, 100_000]

/** Returns a table from a spreadsheet's clipboard content. */
export async function openPastedTable({ text, html }: { text: string; html: string }): Promise<Table> {
  const records = parseRecords(text.toWellFormed())
  const fromHtml = await readHtmlRows(html).catch((error: unknown) => {
    // The text is enough.
    if (text.trim() === '') throw error
    return []
  })
  const isSame = text.trim() === '' || tableWidth(fromHtml) === records.width
  const useHtml =
    fromHtml.length > 0 && isSame && (isAmbiguous(text) || fromHtml.length !== records.rows.length)
  const rows = useHtml ? fromHtml : isSame ? addLinks(records.rows, fromHtml) : records.rows
  const isFromSheet = fromHtml.length > 0
  return {
    kind: 'text',
    size: text.length,
    delimiter: records.delimiter,
    omitsEmptyCells: isFromSheet || records.delimiter === '',
    ...sliceRows(rows, text.length, (row) => row),
  }
}

/**
 * Whether the text alone is ambiguous, so that the HTML is used. Spreadsheets quote cells with line breaks,
 * but some don't double quotation marks inside. Long numbers are copied as displayed (1.23457E+11).
 */
function isAmbiguous(text: string): boolean {
  return text.trim() === '' || /(?:^|[\t\n])"|\dE\+\d/.test(text)
}

/** Returns the rows of the text with what only the HTML knows: the links of cells, and merged cells. */
function addLinks(rows: readonly SheetRow[], fromHtml: readonly SheetRow[]): readonly SheetRow[] {
  if (fromHtml.length !== rows.length) return rows
  return rows.map((row, index) => {
    const { cells = [], links = {}, notes = [] } = fromHtml[index] ?? {}
    const filled = cells.map((cell, column) => (row.cells[column] ?? '') || cell)
    return { ...row, cells: filled, links, notes: [...(row.notes ?? []), ...notes] }
  })
}

interface Records {
  rows: SheetRow[]
  /** Number of columns in the widest row. */
  width: number
  delimiter: string
}

/** Warning for a cell that starts with a quotation mark, if one of the text's is never closed. */
const unclosedNote: Omit<Note, 'column'> = {
  text: 'A quotation mark is never closed, so all of them were read as ordinary characters.',
  isError: false,
}

/** Parses the cells of a text. If a quotation mark is never closed, treats all of them literally. */
function parseRecords(text: string): Records {
  const head = text.slice(0, sampleLength)
  const layout = detectLayout(head)
  const isTabs = head.includes('\t') && !layout.isDeclared
  const delimiter = isTabs ? '\t' : layout.isSure || layout.isDeclared ? layout.delimiter : '\t'
  const skipped = layout.isDeclared ? 1 : 0
  try {
    return readDelimited(text, { delimiter, quotes: true }, skipped)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return readDelimited(text, { delimiter, quotes: false }, skipped)
  }
}

function readDelimited(
  text: string,
  format: { delimiter: string; quotes: boolean },
  skipped: number,
): Records {
  const rows: SheetRow[] = []
  for (const records of readRecords([text], { ...format, maxRowLength, maxColumns: maxColumns + 1 })) {
    for (const { cells, row } of records) {
      if (row <= skipped) continue
      const read = toSheetRow(cells, format.delimiter)
      const unclosed = format.quotes ? -1 : cells.findIndex((cell) => cell.startsWith('"'))
      const notes = [...(read.notes ?? []), ...(unclosed < 0 ? [] : [{ ...unclosedNote, column: unclosed }])]
      rows.push({ ...read, ...(notes.length > 0 && { notes }), row })
    }
  }
  return { rows, width: tableWidth(rows), delimiter: format.delimiter }
}

function tableWidth(rows: readonly SheetRow[]): number {
  return rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
}
