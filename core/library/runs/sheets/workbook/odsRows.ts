import { maxRows } from '../../../../../contract/calls/runs.ts'
import { maxCellLength, maxColumns } from '../../../../../contract/runs/mapping.ts'
import { SheetError } from '../sheetError.ts'
import type { Note, SheetRow } from '../table.ts'
import { hiddenRowNote, maxCells } from './book.ts'
import { readCell } from './odsCell.ts'
import { readXml } from './xml.ts'
import type { XmlReader } from './xml.ts'

/** Yields the rows of a table in a document. By default, this is the first table that isn't empty. */
export async function* readOdsRows(
  texts: AsyncIterable<string>,
  table: number | undefined,
): AsyncGenerator<SheetRow[]> {
  const rows: SheetRow[] = []
  const reader = createTableReader(table, (row) => rows.push(row))
  for await (const found of readXml(texts, reader, () => rows.splice(0))) {
    yield found
    if (reader.isOver()) return
  }
  if (!reader.isSpreadsheet()) throw new SheetError('sheet_unknown')
}

interface TableReader extends XmlReader {
  /** Whether all requested rows were read. */
  isOver: () => boolean
  isSpreadsheet: () => boolean
}

/** Elements inside a cell that aren't its text: comments, tracked changes, drawings. */
const ignoredElements = new Set(['annotation', 'tracked-changes', 'shapes', 'frame', 'custom-shape'])

/** Reads only the requested table. */
function createTableReader(table: number | undefined, done: (row: SheetRow) => void): TableReader {
  let [tables, depth, ignored, isSpreadsheet] = [0, 0, 0, false]
  /** Number of the table to read, from 1; 0 until it is known. */
  let found = table === undefined ? 0 : table + 1
  const rows = createRowReader((row) => {
    found = tables
    done(row)
  })
  const isIn = () => depth === 1 && ignored === 0 && (found === 0 || tables === found)
  return {
    isOver: () => found > 0 && depth === 0 && tables >= found,
    isSpreadsheet: () => isSpreadsheet,
    open: (name, attributes) => {
      isSpreadsheet ||= name === 'spreadsheet'
      if (ignoredElements.has(name)) ignored++
      // A nested table isn't a sheet.
      else if (name === 'table' && depth++ === 0) tables++
      else if (isIn()) rows.open(name, attributes)
    },
    text: (text) => {
      if (isIn()) rows.text(text)
    },
    close: (name) => {
      if (ignoredElements.has(name)) ignored--
      else if (name === 'table') depth--
      else if (isIn()) rows.close(name)
    },
  }
}

interface Cell {
  attributes: Readonly<Record<string, string>>
  /** The cell is hidden by a merged cell. */
  isCovered: boolean
  text: string
  paragraphs: number
}

const hiddenNote: Note = { column: null, text: hiddenRowNote, isError: false }

type ReadRow = SheetRow & Required<Pick<SheetRow, 'notes'>>

function createRowReader(done: (row: SheetRow) => void): XmlReader {
  let row: ReadRow = { cells: [], notes: [] }
  let [column, repeated, count, inText] = [0, 1, 0, 0]
  let [cell, rowCount]: [Cell | null, number] = [null, 0]
  /** Number of the last row, counting blank ones. */
  let lastRow = 0
  const counted = (cells: number) => {
    count += cells
    if (count > maxCells) throw new SheetError('sheet_too_large')
  }
  const add = (text: string) => {
    if (cell && cell.text.length <= maxCellLength) cell.text += text.slice(0, maxCellLength + 1)
  }
  const begin = (isCovered: boolean) => (attributes: Cell['attributes']) => {
    counted(1)
    cell = { attributes, isCovered, text: '', paragraphs: 0 }
  }
  const end = () => {
    if (!cell) return
    const from = column
    column += repeatCount(cell.attributes['table:number-columns-repeated'])
    if (!cell.isCovered) putCell(row, cell, from, Math.min(column, maxColumns + 1))
    cell = null
  }
  const endRow = () => {
    const first = lastRow + 1
    lastRow += repeated
    if (row.cells.length === 0 && row.notes.every(({ isError }) => !isError)) return
    for (let time = 0; time < repeated; time++) {
      if (++rowCount > maxRows + 1) throw new SheetError('sheet_too_long')
      counted(row.cells.length)
      done({ ...row, row: first + time })
    }
  }
  const openers = new Map<string, (attributes: Cell['attributes']) => void>(
    Object.entries({
      'table-row': (attributes) => {
        const isHidden = /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '')
        row = { cells: [], notes: isHidden ? [hiddenNote] : [] }
        column = 0
        repeated = repeatCount(attributes['table:number-rows-repeated'])
      },
      'table-cell': begin(false),
      'covered-table-cell': begin(true),
      p: () => {
        inText++
        if (cell && cell.paragraphs++ > 0) add('\n')
      },
      s: (attributes) => add(' '.repeat(Math.min(repeatCount(attributes['text:c']), maxCellLength))),
      tab: () => add('\t'),
      'line-break': () => add('\n'),
    }),
  )
  const closers = new Map<string, () => void>(
    Object.entries({
      p: () => (inText = Math.max(0, inText - 1)),
      'table-cell': end,
      'covered-table-cell': end,
      'table-row': endRow,
    }),
  )
  return {
    open: (name, attributes) => openers.get(name)?.(attributes),
    text: (text) => {
      if (inText > 0) add(text)
    },
    close: (name) => closers.get(name)?.(),
  }
}

function putCell({ cells, notes }: ReadRow, cell: Cell, from: number, end: number): void {
  const { shown, note, isError = false } = readCell(cell.attributes, cell.text)
  if (shown === '' && note === undefined) return
  for (let at = from; at < end; at++) {
    if (note !== undefined) notes.push({ column: at, text: note, isError })
    if (shown === '') continue
    while (cells.length < at) cells.push('')
    cells[at] = shown
  }
}

/** Returns a repeat count from an attribute. */
function repeatCount(attribute: string | undefined): number {
  const number = Number(attribute ?? 1)
  return Number.isInteger(number) && number > 0 ? number : 1
}
