/** How a table is written, and what is still a row of it. */
export interface CsvFormat {
  delimiter: string
  /** Whether a cell may be quoted. */
  quotes: boolean
  /** In UTF-16 units, delimiters and quotation marks included. */
  maxRowLength: number
  /** Cells beyond this are dropped. */
  maxColumns: number
}

/** A row that cannot be read: it is longer than any row may be, or its quotation mark is never closed. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
}

type Mode = 'start' | 'plain' | 'quoted' | 'afterQuote'

const [lineFeed, carriageReturn, quote] = [10, 13, 34]

/**
 * Reads CSV (RFC 4180) as its text passes by, in linear time, and holds no more than one row. A quotation mark within an unquoted
 * cell is a letter, and so is one that is followed by anything but a delimiter or a line end, as spreadsheets read it.
 */
export class CsvReader {
  readonly #format: CsvFormat
  readonly #comma: number
  readonly #onRow: (cells: string[]) => void
  #mode: Mode = 'start'
  #cell = ''
  #cells: string[] = []
  /** Of the row so far, in UTF-16 units. */
  #length = 0
  #isAfterReturn = false

  constructor(format: CsvFormat, onRow: (cells: string[]) => void) {
    this.#format = format
    this.#comma = format.delimiter.charCodeAt(0)
    this.#onRow = onRow
  }

  /** Reads on, and passes on each row that ends in this piece of the text. Throws `UnreadableCsv`. */
  read(text: string): void {
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at)
      const isSecond = this.#isAfterReturn && code === lineFeed
      this.#isAfterReturn = false
      if (isSecond) at++
      else if (this.#mode === 'quoted') at = this.#readQuoted(text, at)
      else if (this.#mode === 'afterQuote') at = this.#readAfterQuote(code, at)
      else if (this.#mode === 'start' && this.#format.quotes && code === quote) {
        this.#mode = 'quoted'
        at++
      } else at = this.#readPlain(text, at)
    }
  }

  /** Passes on the last row if it has no line end. Throws `UnreadableCsv` if its quotation mark is never closed. */
  end(): void {
    if (this.#mode === 'quoted') throw new UnreadableCsv('A quotation mark has no end.')
    if (this.#mode !== 'start' || this.#cells.length > 0) this.#endRow()
  }

  /** Reads a quoted cell up to the next quotation mark, and returns where it stopped. */
  #readQuoted(text: string, from: number): number {
    const found = text.indexOf('"', from)
    const end = found < 0 ? text.length : found
    this.#grow(end - from + 1)
    this.#cell += text.slice(from, end)
    if (found >= 0) this.#mode = 'afterQuote'
    return end + 1
  }

  #readAfterQuote(code: number, at: number): number {
    if (code === quote) {
      this.#cell += '"'
      this.#mode = 'quoted'
      return at + 1
    }
    if (!this.#isEnd(code)) this.#cell = `"${this.#cell}"`
    this.#mode = 'plain'
    return at
  }

  /** Reads an unquoted cell, and what ends it if the text does not end before. */
  #readPlain(text: string, from: number): number {
    let end = from
    while (end < text.length && !this.#isEnd(text.charCodeAt(end))) end++
    this.#grow(end - from + 1)
    if (end > from) {
      this.#cell += text.slice(from, end)
      this.#mode = 'plain'
    }
    if (end === text.length) return end
    const ending = text.charCodeAt(end)
    if (ending === this.#comma) this.#endCell()
    else this.#endRow()
    this.#isAfterReturn = ending === carriageReturn
    return end + 1
  }

  #isEnd(code: number): boolean {
    return code === this.#comma || code === lineFeed || code === carriageReturn
  }

  #endCell(): void {
    const { maxColumns } = this.#format
    if (this.#cells.length < maxColumns) this.#cells.push(this.#cell)
    // The last cell kept shows whether any cell beyond it has a text.
    else if (this.#cells[maxColumns - 1]?.trim() === '') this.#cells[maxColumns - 1] = this.#cell
    this.#cell = ''
    this.#mode = 'start'
  }

  #endRow(): void {
    this.#endCell()
    const row = this.#cells
    this.#cells = []
    this.#length = 0
    this.#onRow(row)
  }

  #grow(by: number): void {
    this.#length += by
    if (this.#length > this.#format.maxRowLength) throw new UnreadableCsv('A row is too long.')
  }
}
