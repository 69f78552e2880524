/** What begins like a formula, before it was guarded or after. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * A text as a cell that a spreadsheet takes as text: one that begins like a formula would be run by it (OWASP, CSV injection).
 */
function safe(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell
}

/** The text of a cell that was guarded so, by us or by another careful program. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

/** Tells spreadsheets that a file is UTF-8; it stands at its beginning. */
export const csvMark = '\ufeff'

/** A row as CSV (RFC 4180), with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(safe(cell), /[",;\t\r\n]/)).join(',')}\r\n`
}

/** Rows as a whole file of CSV. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return csvMark + rows.map(csvLine).join('')
}

/** Rows as a spreadsheet takes them from the clipboard: cells between tabs. */
export function pasteableOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map((cell) => quoted(safe(cell), /["\t\r\n]/)).join('\t')).join('\n')
}

function quoted(cell: string, special: RegExp): string {
  return special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
