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
  for await (const batch of readXml(texts, reader, () => rows.splice(0))) {
    yield batch
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
function createTableReader(table: number | undefined, onRow: (row: SheetRow) => void): TableReader {
  let [tables, depth, ignored, isSpreadsheet] = [0, 0, 0, false]
  /** Number of the table to read, from 1; 0 until it is known. */
  let targetTable = table === undefined ? 0 : table + 1
  const rows = createRowReader((row) => {
    targetTable = tables
    onRow(row)
  })
  const isInTable = () => depth === 1 && ignored === 0 && (targetTable === 0 || tables === targetTable)
  return {
    isOver: () => targetTable > 0 && depth === 0 && tables >= targetTable,
    isSpreadsheet: () => isSpreadsheet,
    open: (name, attributes) => {
      isSpreadsheet ||= name === 'spreadsheet'
      if (ignoredElements.has(name)) ignored++
      // A nested table isn't a sheet.
      else if (name === 'table' && depth++ === 0) tables++
      else if (isInTable()) rows.open(name, attributes)
    },
    text: (text) => {
      if (isInTable()) rows.text(text)
    },
    close: (name) => {
      if (ignoredElements.has(name)) ignored--
      else if (name === 'table') depth--
      else if (isInTable()) rows.close(name)
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

function createRowReader(onRow: (row: SheetRow) => void): XmlReader {
  let row: ReadRow = { cells: [], notes: [] }
  let [column, repeated, count, inText] = [0, 1, 0, 0]
  let [cell, rowCount]: [Cell | null, number] = [null, 0]
  /** Number of the last row, counting blank ones. */
  let lastRow = 0
  const countCells = (cells: number) => {
    count += cells
    if (count > maxCells) throw new SheetError('sheet_too_large')
  }
  const addText = (text: string) => {
    if (cell && cell.text.length <= maxCellLength) cell.text += text.slice(0, maxCellLength + 1)
  }
  const beginCell = (isCovered: boolean) => (attributes: Cell['attributes']) => {
    countCells(1)
    cell = { attributes, isCovered, text: '', paragraphs: 0 }
  }
  const endCell = () => {
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
    for (let repetition = 0; repetition < repeated; repetition++) {
      if (++rowCount > maxRows + 1) throw new SheetError('sheet_too_long')
      countCells(row.cells.length)
      onRow({ ...row, row: first + repetition })
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
      'table-cell': beginCell(false),
      'covered-table-cell': beginCell(true),
      p: () => {
        inText++
        if (cell && cell.paragraphs++ > 0) addText('\n')
      },
      s: (attributes) => addText(' '.repeat(Math.min(repeatCount(attributes['text:c']), maxCellLength))),
      tab: () => addText('\t'),
      'line-break': () => addText('\n'),
    }),
  )
  const closers = new Map<string, () => void>(
    Object.entries({
      p: () => (inText = Math.max(0, inText - 1)),
      'table-cell': endCell,
      'covered-table-cell': endCell,
      'table-row': endRow,
    }),
  )
  return {
    open: (name, attributes) => openers.get(name)?.(attributes),
    text: (text) => {
      if (inText > 0) addText(text)
    },
    close: (name) => closers.get(name)?.(),
  }
}

function putCell({ cells, notes }: ReadRow, cell: Cell, from: number, endCell: number): void {
  const { displayText, note, isError = false } = readCell(cell.attributes, cell.text)
  if (displayText === '' && note === undefined) return
  for (let column = from; column < endCell; column++) {
    if (note !== undefined) notes.push({ column, text: note, isError })
    if (displayText === '') continue
    while (cells.length < column) cells.push('')
    cells[column] = displayText
  }
}

/** Returns a repeat count from an attribute. */
function repeatCount(attribute: string | undefined): number {
  const number = Number(attribute ?? 1)
  return Number.isInteger(number) && number > 0 ? number : 1
}
