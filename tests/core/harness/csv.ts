/** A cell, plain or between quotes, and what follows it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y

/** Reads CSV as a spreadsheet does (RFC 4180): rows of cells. Throws for what it would not take. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at
    const read = cell.exec(text)
    if (!read) throw new Error(`This is no CSV from ${at} on: ${text.slice(at, at + 40)}`)
    row.push(read[1]?.replaceAll('""', '"') ?? read[2] ?? '')
    if (read[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
