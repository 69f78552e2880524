import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Parser } from 'htmlparser2'
import { maxCellLength, maxColumns } from '../../../../contract/runs/mapping.ts'
import { SheetError } from './sheetError.ts'
import { maxCells } from './workbook/book.ts'
import { plainNumber } from './workbook/number.ts'
import type { SheetRow } from './table.ts'

/** Chunk length in UTF-16 units. */
const chunkLength = 100_000
/** Maximum rows, more than a run takes, and maximum columns or rows of a merged cell. */
const [maxRows, maxSpan] = [60_000, 1_000]
/** Maximum depth of nested elements. The parser searches all open elements for each end tag. */
const maxDepth = 1_000

/**
 * Returns the rows of the first table in HTML from the clipboard; none without a table. Throws `SheetError` for too many
 * cells or nested elements.
 */
export async function readHtmlRows(html: string, cellLimit = maxCells): Promise<SheetRow[]> {
  if (html === '') return []
  const rows: SheetRow[] = []
  const parser = await createParser(rows, cellLimit)
  for (let start = 0; start < html.length && rows.length < maxRows; start += chunkLength) {
    parser.write(html.slice(start, start + chunkLength))
    await nextTurn()
  }
  parser.end()
  return rows
}

interface Cell {
  text: string
  /** Whether the text is white space only. */
  isBlank: boolean
  /** The exact number, as spelled by the program that displays it. */
  exact: string | null
  columns: number
  rows: number
}

async function createParser(rows: SheetRow[], cellLimit: number): Promise<Parser> {
  const { Parser } = await import('htmlparser2')
  let [tables, cells, cell]: [number, string[] | null, Cell | null] = [0, null, null]
  /** For each column, how many more rows a merged cell above covers. */
  const coveredRows: number[] = []
  let [isOver, count, depth] = [false, 0, 0]
  const endCell = () => {
    if (!cell || !cells) return
    const oldLength = cells.length
    while ((coveredRows[cells.length] ?? 0) > 0) cells.push('')
    for (let offset = 0; offset < cell.columns && cells.length <= maxColumns; offset++) {
      coveredRows[cells.length] = cell.rows
      cells.push(offset === 0 ? cellText(cell) : '')
    }
    count += cells.length - oldLength
    if (count > cellLimit) throw new SheetError('sheet_too_large')
    cell = null
  }
  const endRow = () => {
    endCell()
    if (!cells) return
    rows.push({ cells })
    coveredRows.forEach((rowsLeft, column) => (coveredRows[column] = Math.max(0, rowsLeft - 1)))
    cells = null
  }
  return new Parser({
    onopentag: (name, attributes) => {
      if (++depth > maxDepth) throw new SheetError('sheet_too_large')
      if (isOver) return
      if (name === 'table') tables++
      if (tables !== 1) return
      if (name === 'tr') {
        endRow()
        cells = []
      } else if (name === 'td' || name === 'th') {
        endCell()
        cell = createCell(attributes)
      } else if (cell && startsLine(name, cell)) addText(cell, lineBreak)
    },
    ontext: (text) => {
      // White space in the source collapses. Intended line breaks are elements.
      if (cell && !isOver) addText(cell, text.replace(/[ \t\r\n\ue000]+/g, ' '))
    },
    onclosetag: (name) => {
      depth--
      if (name === 'table' && --tables === 0) {
        endRow()
        isOver = true
      } else if (tables !== 1) return
      else if (name === 'td' || name === 'th') endCell()
      else if (name === 'tr') endRow()
    },
  })
}

function createCell(attributes: Readonly<Record<string, string>>): Cell {
  const columns = parseSpan(attributes['colspan'], maxSpan)
  return {
    text: '',
    isBlank: true,
    exact: exactNumber(attributes),
    columns,
    rows: parseSpan(attributes['rowspan'], maxRows),
  }
}

function addText(cell: Cell, text: string): void {
  if (cell.text.length > maxCellLength) return
  cell.text += text
  cell.isBlank &&= text.trim() === ''
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
function exactNumber(attributes: Readonly<Record<string, string>>): string | null {
  const attribute = attributes['sdval'] ?? attributes['x:num']
  if (attribute !== undefined && attribute !== '') return attribute
  const sheets = /^\{"1":3,"3":(-?[\d.]+(?:E[+-]?\d+)?)\}$/i.exec(attributes['data-sheets-value'] ?? '')
  return sheets?.[1] ?? null
}

function parseSpan(attribute: string | undefined, max: number): number {
  const span = Number(attribute ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, max) : 1
}
