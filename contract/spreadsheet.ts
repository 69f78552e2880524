/** What stands between the cells of a CSV: that depends on the country a spreadsheet is set to. */
export const csvDelimiters = [',', ';', '\t', '|'] as const
export type CsvDelimiter = (typeof csvDelimiters)[number]

/** What our own files have between their cells: a spreadsheet that writes decimal commas reads semicolons. */
export const fileDelimiters = [',', ';'] as const
export type FileDelimiter = (typeof fileDelimiters)[number]

/** What begins like a formula, before it was guarded or after. */
const formulaPattern = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Places inside a cell, besides its beginning, where a cell begins for a program that reads the file in another way: after a line
 * break, and in a file after each delimiter but its own. A doubled quotation mark there reads as an empty quoted part of the cell.
 * Tables between tabs are copied and pasted, never read in another way.
 */
const inner: Readonly<Record<CsvDelimiter, RegExp>> = {
  ',': /(?<=[;\t|\r\n])['"]*[=+\-@＝＋－＠]/g,
  ';': /(?<=[,\t|\r\n])['"]*[=+\-@＝＋－＠]/g,
  '|': /(?<=[,;\t\r\n])['"]*[=+\-@＝＋－＠]/g,
  '\t': /(?<=[\r\n])['"]*[=+\-@＝＋－＠]/g,
}

/** Returns the cell so that no spreadsheet runs any part of it as a formula (OWASP, CSV injection). */
function guarded(cell: string, delimiter: CsvDelimiter): string {
  const begun = formulaPattern.test(cell) ? `'${cell}` : cell
  return begun.replace(inner[delimiter], (found) => `'${found}`)
}

/** Returns the text of a cell that was guarded so, by us or by another careful program. */
export function unguardFormula(cell: string, delimiter: CsvDelimiter): string {
  if (!cell.includes("'")) return cell
  const begun = cell.startsWith("'") && formulaPattern.test(cell) ? cell.slice(1) : cell
  return begun.replace(inner[delimiter], (found) => (found.startsWith("'") ? found.slice(1) : found))
}

/** Tells spreadsheets that a file is UTF-8; it stands at its beginning. */
export const csvByteOrderMark = '\ufeff'

/** A row as CSV (RFC 4180), with its line end. */
export function formatCsvLine(cells: readonly string[], delimiter: FileDelimiter = ','): string {
  return `${cells.map((cell) => quoteCell(guarded(cell, delimiter), /[",;\t|\r\n]/)).join(delimiter)}\r\n`
}

/** Rows as a whole file of CSV. */
export function formatCsv(rows: readonly (readonly string[])[], delimiter: FileDelimiter = ','): string {
  return csvByteOrderMark + rows.map((cells) => formatCsvLine(cells, delimiter)).join('')
}

/** Rows as a spreadsheet takes them from the clipboard: cells between tabs. */
export function formatForClipboard(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => cells.map((cell) => quoteCell(guarded(cell, '\t'), /["\t\r\n]/)).join('\t'))
    .join('\n')
}

function quoteCell(cell: string, special: RegExp): string {
  return special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
