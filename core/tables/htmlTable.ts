import { maxCellLength, maxColumns } from '../../contract/app/tables/limits.ts'
import { plainNumber } from './workbook/number.ts'
import { cutOffNote, hiddenRowNote } from './notes.ts'
import { CodedError } from '../folder/codedError.ts'
import { isBlankRow } from './fit.ts'
import type { SheetRow } from './table.ts'

/** Chunk length in UTF-16 units. */
const chunkLength = 100_000
/** Maximum number of cells including merged ones, and maximum columns or rows of a merged cell. */
const [maxCells, maxSpan, maxRowSpan] = [20_000_000, 1_000, 250_000]
/** Maximum depth of nested elements. The parser searches all open elements for each end tag. */
const maxDepth = 1_000

/**
 * Returns the rows of the largest table in HTML; none without a table. Throws `CodedError` for too many cells or nested
 * elements.
 */
export async function readHtmlRows(html: string, cellLimit = maxCells): Promise<SheetRow[]> {
  if (html === '') return []
  const { Parser } = await import('htmlparser2')
  const reader = new TableReader(cellLimit)
  const parser = new Parser({
    onopentag: (name, attributes) => reader.onopentag(name, attributes),
    ontext: (text) => reader.ontext(text),
    onclosetag: (name, isImplied) => reader.onclosetag(name, isImplied),
  })
  for (let start = 0; start < html.length; start += chunkLength)
    parser.write(html.slice(start, start + chunkLength))
  parser.end()
  return reader.largest()
}

interface Cell {
  text: string
  /** Whether the text is white space only. */
  isBlank: boolean
  /** The exact number, as spelled by the program that displays it. */
  exact: string | null
  link: string | null
  columns: number
  rows: number
}

/** A merged cell above: its content, and how many more rows it covers. */
interface Covered {
  rows: number
  text: string
  link: string | null
}

type OpenRow = Required<Pick<SheetRow, 'cells' | 'links' | 'row'>> & { isHidden: boolean }
type Attributes = Readonly<Record<string, string>>

/** Collects the rows of the tables that a parser finds, and keeps the largest table. */
class TableReader {
  readonly #cellLimit: number
  #depth = 0
  #tables = 0
  #count = 0
  #number = 0
  #rows: SheetRow[] = []
  #largest: SheetRow[] = []
  #row: OpenRow | null = null
  #cell: Cell | null = null
  #covered = new Map<number, Covered>()

  constructor(cellLimit: number) {
    this.#cellLimit = cellLimit
  }

  onopentag(name: string, attributes: Attributes): void {
    if (++this.#depth > maxDepth) throw new CodedError('sheet_too_large')
    if (name === 'table') this.#tables++
    if (this.#tables !== 1) return
    if (name === 'tr') this.#beginRow(attributes)
    else if (name === 'td' || name === 'th') this.#beginCell(attributes)
    else if (this.#cell) addElement(this.#cell, name, attributes)
  }

  ontext(text: string): void {
    // White space in the source collapses. Intended line breaks are elements.
    if (this.#cell) addText(this.#cell, text.replace(/[ \t\r\n\ue000]+/g, ' '))
  }

  onclosetag(name: string, isImplied: boolean): void {
    this.#depth--
    if (name === 'table' && --this.#tables === 0) this.#endTable(isImplied)
    else if (this.#tables !== 1) return
    else if (name === 'td' || name === 'th') this.#endCell()
    else if (name === 'tr') this.#endRow()
  }

  largest(): SheetRow[] {
    this.#endTable(false)
    return this.#largest
  }

  #beginRow({ style = '' }: Attributes): void {
    this.#endRow()
    const isHidden = /display:\s*none/i.test(style)
    this.#row = { cells: [], links: {}, row: ++this.#number, isHidden }
  }

  #beginCell(attributes: Attributes): void {
    this.#endCell()
    this.#cell = createCell(attributes)
  }

  #put({ cells, links }: OpenRow, { text, link }: Pick<Cell, 'text' | 'link'>): void {
    if (link !== null) links[cells.length] = link
    cells.push(text)
    if (++this.#count > this.#cellLimit) throw new CodedError('sheet_too_large')
  }

  /** Repeats the merged cells above, because each of their rows has their value. */
  #putCovered(row: OpenRow): void {
    for (;;) {
      const column = row.cells.length
      const above = this.#covered.get(column)
      if (!above) return
      if (--above.rows === 0) this.#covered.delete(column)
      this.#put(row, above)
    }
  }

  #endCell(): void {
    const [row, cell] = [this.#row, this.#cell]
    this.#cell = null
    if (!row || !cell) return
    this.#putCovered(row)
    const first = { text: cellText(cell), link: cell.link }
    for (let offset = 0; offset < cell.columns && row.cells.length <= maxColumns; offset++) {
      const shown = offset === 0 ? first : { text: '', link: null }
      if (cell.rows > 1) this.#covered.set(row.cells.length, { rows: cell.rows - 1, ...shown })
      this.#put(row, shown)
    }
  }

  #endRow(): void {
    this.#endCell()
    if (!this.#row) return
    this.#putCovered(this.#row)
    const { isHidden, ...read } = this.#row
    if (!isBlankRow(read.cells)) this.#rows.push(isHidden ? { ...read, notes: [hiddenRowNote] } : read)
    this.#row = null
  }

  #endTable(isCutOff: boolean): void {
    this.#endRow()
    const last = isCutOff ? this.#rows.at(-1) : undefined
    if (last) last.notes = [...(last.notes ?? []), cutOffNote]
    if (countCells(this.#rows) > countCells(this.#largest)) this.#largest = this.#rows
    this.#rows = []
    this.#covered.clear()
    this.#number = 0
  }
}

const countCells = (rows: readonly SheetRow[]) => rows.reduce((sum, { cells }) => sum + cells.length, 0)

function createCell(attributes: Attributes): Cell {
  return {
    text: '',
    isBlank: true,
    exact: exactNumber(attributes),
    link: attributes['data-sheets-hyperlink'] ?? null,
    columns: parseSpan(attributes['colspan'], maxSpan),
    rows: parseSpan(attributes['rowspan'], maxRowSpan),
  }
}

function addText(cell: Cell, text: string): void {
  if (cell.text.length > maxCellLength) return
  cell.text += text
  cell.isBlank &&= text.trim() === ''
}

function addElement(cell: Cell, name: string, { href }: Attributes): void {
  if (name === 'a') cell.link ??= href?.slice(0, maxCellLength) ?? null
  else if (startsLine(name, cell)) addText(cell, lineBreak)
}

/** A paragraph starts a new line unless it is the first. */
function startsLine(name: string, { isBlank }: Cell): boolean {
  return name === 'br' || ((name === 'p' || name === 'div') && !isBlank)
}

/** The private-use character that represents a line break. */
const lineBreak = '\ue000'

function cellText({ text, exact }: Cell): string {
  const displayed = text
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\ue000 ?/g, '\n')
    .replace(/^ | $/g, '')
    .replaceAll('\u00a0', ' ')
    .slice(0, maxCellLength + 1)
  return exact !== null && /^-?\d(?:[.,]\d+)?E[+-]?\d+$/.test(displayed) ? plainNumber(exact) : displayed
}

/** Returns a cell's exact number as LibreOffice (`sdval`), Excel (`x:num`) and Google Sheets provide it. */
function exactNumber(attributes: Attributes): string | null {
  const attribute = attributes['sdval'] ?? attributes['x:num']
  if (attribute !== undefined && attribute !== '') return attribute
  const sheets = /^\{"1":3,"3":(-?[\d.]+(?:E[+-]?\d+)?)\}$/i.exec(attributes['data-sheets-value'] ?? '')
  return sheets?.[1] ?? null
}

function parseSpan(attribute: string | undefined, max: number): number {
  const span = Number(attribute ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, max) : 1
}
