import { unwrapFormulaText } from '../../service/text/words.ts'

/** Delimiters of CSV files. Spreadsheets choose one by locale. */
export const csvDelimiters = [',', ';', '\t', '|'] as const
export type CsvDelimiter = (typeof csvDelimiters)[number]

/** Delimiters of the files we write. Spreadsheets with decimal commas expect semicolons. */
export const fileDelimiters = [',', ';'] as const
export type FileDelimiter = (typeof fileDelimiters)[number]

/** Matches a cell that starts like a formula, guarded or not. */
const formulaPattern = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Positions where another CSV reader may see the start of a cell: after a line break or another delimiter. A
 * doubled quotation mark there reads as an empty quoted part. Tab-separated tables are only pasted.
 */
const inner: Readonly<Record<CsvDelimiter, RegExp>> = {
  ',': /(?<=[;\t|\r\n])['"]*[=+\-@＝＋－＠]/g,
  ';': /(?<=[,\t|\r\n])['"]*[=+\-@＝＋－＠]/g,
  '|': /(?<=[,;\t\r\n])['"]*[=+\-@＝＋－＠]/g,
  '\t': /(?<=[\r\n])['"]*[=+\-@＝＋－＠]/g,
}

/**
 * Returns the cell with formulas guarded, so that no spreadsheet runs any part of it (OWASP, CSV injection).
 */
function guardFormula(cell: string, delimiter: CsvDelimiter): string {
  const guardedStart = formulaPattern.test(cell) ? `'${cell}` : cell
  return guardedStart.replace(inner[delimiter], (found) => `'${found}`)
}

/** Returns the original text of a cell guarded by us or by another program, also as `="0042"`. */
export function unguardFormula(cell: string, delimiter: CsvDelimiter): string {
  if (!cell.includes("'") || cell.startsWith('=')) return unwrapFormulaText(cell)
  const guardedStart = cell.startsWith("'") && formulaPattern.test(cell) ? cell.slice(1) : cell
  return guardedStart.replace(inner[delimiter], (found) => (found.startsWith("'") ? found.slice(1) : found))
}

/** Marks a file as UTF-8 for spreadsheets. */
export const csvByteOrderMark = '\ufeff'

/**
 * Formats a row as CSV (RFC 4180), including the line end. Replaces U+0000, because programs, including ours, take a file
 * that contains it for a binary one.
 */
export function formatCsvLine(cells: readonly string[], delimiter: FileDelimiter = ','): string {
  const quoted = cells.map((cell) => quoteCell(guardFormula(cell, delimiter), /[",;\t|\r\n]/))
  return `${quoted.join(delimiter)}\r\n`.replaceAll('\0', '\ufffd')
}

/** Formats rows as a CSV file. */
export function formatCsv(rows: readonly (readonly string[])[], delimiter: FileDelimiter = ','): string {
  return csvByteOrderMark + rows.map((cells) => formatCsvLine(cells, delimiter)).join('')
}

/** Formats rows for pasting into a spreadsheet: cells separated by tabs. */
export function formatForClipboard(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => cells.map((cell) => quoteCell(guardFormula(cell, '\t'), /["\t\r\n]/)).join('\t'))
    .join('\n')
}

function quoteCell(cell: string, special: RegExp): string {
  return special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
