/** Parses cells copied from a spreadsheet: separated by tabs, quoted if they contain line breaks. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let position = 0; position < text.length || row.length > 0;) {
    const { cell, end } = readCell(text, position)
    row.push(cell)
    const isLineEnd = text[end] !== '\t'
    if (isLineEnd) {
      rows.push(row)
      row = []
    }
    position = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return rows
}

/** Reads the cell at a position. Returns its text and end. */
function readCell(text: string, position: number): { cell: string; end: number } {
  const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
  quoted.lastIndex = position
  const inQuotes = text[position] === '"' ? quoted.exec(text) : null
  if (inQuotes) return { cell: (inQuotes[1] ?? '').replaceAll('""', '"'), end: quoted.lastIndex }
  const plain = /[^\t\r\n]*/y
  plain.lastIndex = position
  plain.exec(text)
  return { cell: text.slice(position, plain.lastIndex), end: plain.lastIndex }
}
