import { longestCell, mostColumns } from '../../../../../contract/runs/mapping.ts'
import { SheetFault } from '../fault.ts'
import type { Note, SheetRow } from '../table.ts'
import { hiddenRow, mostCells } from './book.ts'
import { createText } from './sharedStrings.ts'
import { columnOf, shownIn } from './xlsxCell.ts'
import type { Shared, XlsxCell } from './xlsxCell.ts'
import { readXml } from './xml.ts'
import type { XmlReader } from './xml.ts'

/** The rows of a sheet. */
export async function* sheetRows(texts: AsyncIterable<string>, shared: Shared): AsyncGenerator<SheetRow[]> {
  const rows: SheetRow[] = []
  yield* readXml(
    texts,
    rowReader(shared, (row) => rows.push(row)),
    () => rows.splice(0),
  )
}

const hidden: Note = { column: null, text: hiddenRow, isFault: false }
const isYes = (said: string | undefined) => said === '1' || said === 'true'

function rowReader(shared: Shared, done: (row: SheetRow) => void): XmlReader {
  let row: Required<SheetRow> = { cells: [], notes: [] }
  let cell: XlsxCell | null = null
  let [column, count, inValue, inString] = [0, 0, false, false]
  const text = createText()
  const begin = ({ r, t: type = 'n', s: style = '0' }: Readonly<Record<string, string>>) => {
    if (++count > mostCells) throw new SheetFault('sheet_too_large')
    column = columnOf(r) ?? column
    cell = { column, type, style: Number(style), value: '', isFormula: false }
    column++
  }
  const openers = new Map<string, (attributes: Readonly<Record<string, string>>) => void>(
    Object.entries({
      row: (attributes) => {
        row = { cells: [], notes: isYes(attributes['hidden']) ? [hidden] : [] }
        column = 0
      },
      c: begin,
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
        if (cell) put(row, cell, shared)
        cell = null
      },
      row: () => done(row.notes.length > 0 ? row : { cells: row.cells }),
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
      else if (inValue && cell && cell.value.length <= longestCell) {
        cell.value += piece.slice(0, longestCell + 1)
      }
    },
    close: (name) => {
      const close = closers.get(name)
      if (close) close()
      else if (inString) text.close(name)
    },
  }
}

function put({ cells, notes }: Required<SheetRow>, cell: XlsxCell, shared: Shared): void {
  const { shown, said, isFault = false } = shownIn(cell, shared)
  // One cell beyond the last column is enough to tell that there are more.
  const column = Math.min(cell.column, mostColumns)
  if (said !== undefined) notes.push({ column, text: said, isFault })
  if (shown === '') return
  while (cells.length < column) cells.push('')
  cells[column] = shown
}
