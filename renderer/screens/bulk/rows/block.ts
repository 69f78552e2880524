/** The cells of a block that was copied in a spreadsheet: between tabs, and in quotes where a text has line ends of its own. */
export function blockOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length || row.length > 0;) {
    const { cell, end } = cellFrom(text, at)
    row.push(cell)
    const isLineEnd = text[end] !== '\t'
    if (isLineEnd) {
      rows.push(row)
      row = []
    }
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return rows
}

/** A cell that begins at a place, and where it ends. */
function cellFrom(text: string, at: number): { cell: string; end: number } {
  const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
  quoted.lastIndex = at
  const inQuotes = text[at] === '"' ? quoted.exec(text) : null
  if (inQuotes) return { cell: (inQuotes[1] ?? '').replaceAll('""', '"'), end: quoted.lastIndex }
  const plain = /[^\t\r\n]*/y
  plain.lastIndex = at
  plain.exec(text)
  return { cell: text.slice(at, plain.lastIndex), end: plain.lastIndex }
}
