import { maxCellLength, maxColumns } from '../../../../../contract/runs/mapping.ts'
import { SheetError } from '../sheetError.ts'
import type { Note, SheetRow } from '../table.ts'
import { hiddenRowNote, maxCells } from './book.ts'
import { createStringText } from './sharedStrings.ts'
import { columnIndex, readCell } from './xlsxCell.ts'
import type { SharedParts, XlsxCell } from './xlsxCell.ts'
import { readXml } from './xml.ts'
import type { XmlReader } from './xml.ts'

/** Yields the rows of a sheet. */
export async function* readSheetRows(
  texts: AsyncIterable<string>,
  shared: SharedParts,
): AsyncGenerator<SheetRow[]> {
  const rows: SheetRow[] = []
  yield* readXml(
    texts,
    createRowReader(shared, (row) => rows.push(row)),
    () => rows.splice(0),
  )
}

const hiddenNote: Note = { column: null, text: hiddenRowNote, isError: false }
const isTrue = (value: string | undefined) => value === '1' || value === 'true'

type ReadRow = SheetRow & Required<Pick<SheetRow, 'notes'>>

/** Maximum row number of Excel. */
export const maxRowNumber = 1_048_576

/** Returns a row's number from its attribute. Excel leaves out blank rows. */
function rowNumber(value: string | undefined): Pick<SheetRow, 'row'> {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number <= maxRowNumber ? { row: number } : {}
}

function createRowReader(shared: SharedParts, onRow: (row: SheetRow) => void): XmlReader {
  let row: ReadRow = { cells: [], notes: [] }
  let cell: XlsxCell | null = null
  let [column, count, inValue, inString] = [0, 0, false, false]
  const text = createStringText()
  const beginCell = ({ r, t: type = 'n', s: style = '0' }: Readonly<Record<string, string>>) => {
    if (++count > maxCells) throw new SheetError('sheet_too_large')
    column = columnIndex(r) ?? column
    cell = { column, type, style: Number(style), value: '', isFormula: false }
    column++
  }
  const openers = new Map<string, (attributes: Readonly<Record<string, string>>) => void>(
    Object.entries({
      row: (attributes) => {
        const notes = isTrue(attributes['hidden']) ? [hiddenNote] : []
        row = { cells: [], notes, ...rowNumber(attributes['r']) }
        column = 0
      },
      c: beginCell,
      v: () => (inValue = true),
      is: () => {
        inString = true
        text.begin()
      },
      f: () => {
        if (cell) cell.isFormula = true
      },
    }),
  )
  const closers = new Map<string, () => void>(
    Object.entries({
      v: () => (inValue = false),
      is: () => {
        inString = false
        if (cell) cell.value = text.end()
      },
      c: () => {
        if (cell) putCell(row, cell, shared)
        cell = null
      },
      row: () => onRow(row),
    }),
  )
  return {
    open: (name, attributes) => {
      const open = openers.get(name)
      if (open) open(attributes)
      else if (inString) text.open(name)
    },
    text: (piece) => {
      if (inString) text.add(piece)
      else if (inValue && cell && cell.value.length <= maxCellLength) {
        cell.value += piece.slice(0, maxCellLength + 1)
      }
    },
    close: (name) => {
      const close = closers.get(name)
      if (close) close()
      else if (inString) text.close(name)
    },
  }
}

function putCell({ cells, notes }: ReadRow, cell: XlsxCell, shared: SharedParts): void {
  const { displayText, note, isError = false } = readCell(cell, shared)
  // Keeps one cell beyond the last allowed column, to detect that there are more.
  const column = Math.min(cell.column, maxColumns)
  if (note !== undefined) notes.push({ column, text: note, isError })
  if (displayText === '') return
  while (cells.length < column) cells.push('')
  cells[column] = displayText
}
