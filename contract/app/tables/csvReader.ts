/** The format of a CSV table, and its limits. */
export interface CsvFormat {
  delimiter: string
  /** Whether cells may be quoted. */
  quotes: boolean
  /** Maximum row length in UTF-16 units, including delimiters and quotation marks. */
  maxRowLength: number
  /** Maximum number of columns; further cells are dropped. */
  maxColumns: number
}

/** Thrown if a row is too long or a quotation mark is never closed. */
export class CsvError extends Error {
  override name = 'UnreadableCsv'
  /** Number of the row, starting at 1. */
  readonly row: number

  constructor(message: string, row: number) {
    super(message)
    this.row = row
  }
}

type Mode = 'start' | 'plain' | 'quoted' | 'afterQuote'

const [lineFeed, carriageReturn, quote] = [10, 13, 34]

/**
 * Streaming CSV reader (RFC 4180). Runs in linear time and holds at most one row. Like spreadsheets, treats a quotation
 * mark as text inside an unquoted cell, or if it isn't followed by a delimiter or line end.
 */
export class CsvReader {
  readonly #format: CsvFormat
  readonly #delimiterCode: number
  readonly #onRow: (cells: string[], row: number) => void
  #mode: Mode = 'start'
  #cell = ''
  #cells: string[] = []
  /** Length of the current row, in UTF-16 units. */
  #length = 0
  /** Number of the current row, starting at 1. */
  #row = 1
  #isAfterReturn = false

  constructor(format: CsvFormat, onRow: (cells: string[], row: number) => void) {
    this.#format = format
    this.#delimiterCode = format.delimiter.charCodeAt(0)
    this.#onRow = onRow
  }

  /** Reads more text and emits each completed row with its number. Throws `CsvError`. */
  read(text: string): void {
    for (let position = 0; position < text.length;) {
      const code = text.charCodeAt(position)
      const isSecond = this.#isAfterReturn && code === lineFeed
      this.#isAfterReturn = false
      if (isSecond) position++
      else if (this.#mode === 'quoted') position = this.#readQuoted(text, position)
      else if (this.#mode === 'afterQuote') position = this.#readAfterQuote(code, position)
      else if (this.#mode === 'start' && this.#format.quotes && code === quote) {
        this.#mode = 'quoted'
        position++
      } else position = this.#readPlain(text, position)
    }
  }

  /** Emits a last row that has no line end. Throws `CsvError` if a quotation mark is never closed. */
  end(): void {
    if (this.#mode === 'quoted') throw new CsvError('A quotation mark has no end.', this.#row)
    if (this.#mode !== 'start' || this.#cells.length > 0) this.#endRow()
  }

  /** Reads a quoted cell up to the next quotation mark. Returns the position where it stopped. */
  #readQuoted(text: string, from: number): number {
    const closing = text.indexOf('"', from)
    const end = closing < 0 ? text.length : closing
    this.#grow(end - from + 1)
    this.#cell += text.slice(from, end)
    if (closing >= 0) this.#mode = 'afterQuote'
    return end + 1
  }

  #readAfterQuote(code: number, position: number): number {
    if (code === quote) {
      this.#cell += '"'
      this.#mode = 'quoted'
      return position + 1
    }
    if (!this.#isEnd(code)) this.#cell = `"${this.#cell}"`
    this.#mode = 'plain'
    return position
  }

  /** Reads an unquoted cell and its delimiter, if the text includes it. */
  #readPlain(text: string, from: number): number {
    let end = from
    while (end < text.length && !this.#isEnd(text.charCodeAt(end))) end++
    this.#grow(end - from + 1)
    if (end > from) {
      this.#cell += text.slice(from, end)
      this.#mode = 'plain'
    }
    if (end === text.length) return end
    const terminator = text.charCodeAt(end)
    if (terminator === this.#delimiterCode) this.#endCell()
    else this.#endRow()
    this.#isAfterReturn = terminator === carriageReturn
    return end + 1
  }

  #isEnd(code: number): boolean {
    return code === this.#delimiterCode || code === lineFeed || code === carriageReturn
  }

  #endCell(): void {
    const { maxColumns } = this.#format
    const isLastKept = this.#cells.length >= maxColumns - 1
    // Trimming the last kept cell again for each dropped one would take quadratic time.
    const cell = isLastKept && this.#cell.trim() === '' ? '' : this.#cell
    if (this.#cells.length < maxColumns) this.#cells.push(cell)
    // If cells are dropped, the last kept cell shows whether any of them has text.
    else this.#cells[maxColumns - 1] ||= cell
    this.#cell = ''
    this.#mode = 'start'
  }

  #endRow(): void {
    this.#endCell()
    const row = this.#cells
    this.#cells = []
    this.#length = 0
    this.#onRow(row, this.#row++)
  }

  #grow(length: number): void {
    this.#length += length
    if (this.#length > this.#format.maxRowLength) throw new CsvError('A row is too long.', this.#row)
  }
}

/** Returns the rows of a whole text, including blank ones. If a quotation mark is never closed, all are ordinary characters. */
export function parseCells(text: string, delimiter: string): string[][] {
  const parse = (quotes: boolean) => {
    const rows: string[][] = []
    const reader = new CsvReader(
      { delimiter, quotes, maxRowLength: Infinity, maxColumns: Infinity },
      (cells) => rows.push(cells),
    )
    reader.read(text)
    reader.end()
    return rows
  }
  try {
    return parse(true)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return parse(false)
  }
}
