/** A plain or quoted cell, and what follows it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y

/** Reads CSV as a spreadsheet does (RFC 4180): rows of cells. Throws for anything that a spreadsheet would reject. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let position = text.startsWith('\ufeff') ? 1 : 0; position < text.length; position = cell.lastIndex) {
    cell.lastIndex = position
    const match = cell.exec(text)
    if (!match)
      throw new Error(`The CSV is invalid from position ${position}: ${text.slice(position, position + 40)}`)
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
