/**
 * A text as a cell that a spreadsheet takes as text: one that begins like a formula would be run by it (OWASP, CSV injection).
 */
function safe(cell: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell
}

/** Rows as CSV (RFC 4180). The mark at the beginning tells spreadsheets that it is UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => cells.map((cell) => quoted(safe(cell), /[",;\t\r\n]/)).join(',')
  return `\ufeff${rows.map((cells) => `${line(cells)}\r\n`).join('')}`
}

/** Rows as a spreadsheet takes them from the clipboard: cells between tabs. */
export function pasteableOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map((cell) => quoted(safe(cell), /["\t\r\n]/)).join('\t')).join('\n')
}

function quoted(cell: string, special: RegExp): string {
  return special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
