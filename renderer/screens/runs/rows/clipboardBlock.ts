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
  const closing = text[position] === '"' ? findClosingQuote(text, position + 1) : null
  if (closing !== null)
    return { cell: text.slice(position + 1, closing).replaceAll('""', '"'), end: closing + 1 }
  const plain = /[^\t\r\n]*/y
  plain.lastIndex = position
  plain.exec(text)
  return { cell: text.slice(position, plain.lastIndex), end: plain.lastIndex }
}

/**
 * Returns where a quoted cell ends; `null` if its last quotation mark isn't followed by the end of a cell. A regular
 * expression can't match a text of millions of characters.
 */
function findClosingQuote(text: string, start: number): number | null {
  for (let index = text.indexOf('"', start); index >= 0; index = text.indexOf('"', index + 2)) {
    const next = text[index + 1]
    if (next !== '"') return next === undefined || '\t\r\n'.includes(next) ? index : null
  }
  return null
}
