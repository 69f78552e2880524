import { useState } from 'react'
import { maxCellLength } from '../../../../contract/app/runs/mapping/mapping.ts'
import { parseCells } from '../../../../contract/app/tables/csvReader.ts'
import type { RunRow } from '../../../../contract/app/runs/run.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { copyText } from '../../../ui/copyText.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { showToast } from '../../../ui/toast.ts'
import { nextCell, type CellPosition } from '../../../features/grid/cellNavigation.ts'
import { cellOfTarget } from '../../../features/grid/useGrid.ts'
import type { GridColumn } from './columns.ts'
import type { UndoEntry } from './useCellEdits.ts'
import type { CellGrid } from './useCellGrid.ts'
import type { RunRows } from './useRunRows.ts'

/**
 * The edited cell, its row when editing began, and the initial text of its field. While the user types, the row may move
 * in the list, or be unloaded because the user scrolled away.
 */
export interface EditedCell {
  cell: CellPosition
  row: RunRow
  text: string
}

interface CellKeys {
  rows: RunRows
  columns: readonly GridColumn[]
  grid: CellGrid
  /** Saves and undoes edits. Without it, the table is read-only. */
  edits?: { write: (edited: UndoEntry) => void; undo: () => UndoEntry | null } | null
}

/** Handles the grid's keys: arrows move, Enter, F2 or typing edits, Escape cancels, pasting fills cells. */
export function useCellKeys({ rows, columns, grid, edits = null }: CellKeys) {
  const { current, goTo, pageRows } = grid
  const [editing, setEditing] = useState<EditedCell | null>(null)
  const bounds = { rows: rows.count, columns: columns.length, pageRows: pageRows() }
  const textAt = ({ row, column }: CellPosition) => {
    const shownRow = rows.at(row)
    return shownRow ? (columns[column]?.text(shownRow) ?? null) : null
  }
  const isTableCell = ({ column }: CellPosition) => typeof columns[column]?.cell === 'number'
  const begin = (cell: CellPosition, typed?: string) => {
    const row = rows.at(cell.row)
    const text = textAt(cell)
    if (!edits || !row || text === null || !isTableCell(cell)) return
    setEditing({ cell, row, text: typed ?? text })
  }
  /** Saves the new texts of cells, unless they are the same. Cuts off those that are too long. */
  const write = (changes: readonly CellChange[]) => {
    const edited = changes.flatMap((change) => findEdit(columns, change) ?? [])
    reportCut(changes.filter(({ text }) => text.length > maxCellLength).length)
    if (edited.length > 0)
      edits?.write({ before: edited.map(({ before }) => before), after: edited.map(({ after }) => after) })
  }
  const finish = (text: string | null, move: CellPosition | null) => {
    if (editing && text !== null) write([{ row: editing.row, column: editing.cell.column, text }])
    const start = editing?.cell ?? current
    setEditing(null)
    const target = move ? { row: start.row + move.row, column: start.column + move.column } : start
    goTo({
      row: Math.max(0, Math.min(target.row, rows.count - 1)),
      column: Math.max(-1, Math.min(target.column, columns.length - 1)),
    })
  }
  const clear = ({ row: index, column }: CellPosition) => {
    const row = rows.at(index)
    if (row) write([{ row, column, text: '' }])
  }
  /** Handles a key in a cell. Returns `false` if it has no function. */
  const act = (event: React.KeyboardEvent, cell: CellPosition): boolean => {
    const { key } = event
    if (event.ctrlKey || event.metaKey) return runShortcut(key.toLowerCase(), textAt(cell), edits)
    const byKey: Partial<Record<string, () => void>> = {
      Enter: () => begin(cell),
      F2: () => begin(cell),
      Delete: () => clear(cell),
      Backspace: () => clear(cell),
    }
    const isText = key.length === 1 && key !== ' ' && !event.altKey
    const action = byKey[key] ?? (isText ? () => begin(cell, key) : null)
    action?.()
    return action !== null
  }
  const press = (event: React.KeyboardEvent) => {
    const cell = cellOfTarget(event.target)
    if (!cell) return
    const next = nextCell(event, cell, bounds)
    if (next) goTo(next)
    else if (!act(event, cell)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const paste = (event: React.ClipboardEvent) => {
    const cell = cellOfTarget(event.target)
    if (!edits || editing || !cell) return
    event.preventDefault()
    const block = parseCells(event.clipboardData.getData('text'), '\t')
    void pasteBlock({ rows, columns, block, start: cell, write })
  }
  return { press, paste, editing, begin, finish, canEdit: edits !== null }
}

/** Handles Ctrl or ⌘ with a key. Returns `false` if it has no function. */
function runShortcut(key: string, text: string | null, edits: CellKeys['edits']): boolean {
  if (key === 'c') void copyText(text ?? '')
  return key === 'c' || (key === 'z' && Boolean(edits?.undo()))
}

/** A new text of a cell. `column` is an index of the grid's columns. */
interface CellChange {
  row: RunRow
  column: number
  text: string
}

/** Returns the edit of a cell; `null` if its text is the same, or if the column isn't one of the table. */
function findEdit(columns: readonly GridColumn[], { row, column, ...change }: CellChange) {
  const text = change.text.slice(0, maxCellLength)
  const cell = columns[column]?.cell
  if (cell === undefined || cell === null || row.cells[cell] === text) return null
  const { number } = row
  return {
    before: { number, column: cell, text: row.cells[cell] ?? '' },
    after: { number, column: cell, text },
  }
}

interface Paste extends Pick<CellKeys, 'rows' | 'columns'> {
  block: readonly (readonly string[])[]
  start: CellPosition
  write: (changes: readonly CellChange[]) => void
}

/**
 * Writes a block into the cells from `start` on, also in rows that aren't loaded. Reports rows and columns that don't fit
 * into the table. A block that is pasted at a row's number begins in the first column.
 */
async function pasteBlock({ rows, columns, block, start, write }: Paste): Promise<void> {
  const firstColumn = Math.max(0, start.column)
  try {
    const targets = await rows.readFrom(start.row, block.length)
    write(
      targets.flatMap((row, index) =>
        (block[index] ?? [])
          .slice(0, columns.length - firstColumn)
          .map((text, column) => ({ row, column: firstColumn + column, text })),
      ),
    )
    const tableColumns = columns.filter(({ cell }) => cell !== null).length
    const blockColumns = block.reduce((max, cells) => Math.max(max, cells.length), 0)
    reportLeftOut(block.length - targets.length, firstColumn + blockColumns - tableColumns)
  } catch (error) {
    showProblem(error)
  }
}

/** Says how many pasted rows and columns are outside the table, if any. */
function reportLeftOut(rows: number, columns: number): void {
  const texts = [
    rows > 0 && `${formatCount(rows, 'pasted row')} didn’t fit. The table ends before them.`,
    columns > 0 &&
      `${formatCount(columns, 'pasted column')} didn’t fit. The table has no more columns there.`,
  ].filter((text) => text !== false)
  if (texts.length > 0) showToast({ role: 'status', message: texts.join(' ') })
}

/** Says how many texts were cut off, if any. */
function reportCut(cells: number): void {
  if (cells === 0) return
  const what = `${formatCount(cells, 'text was', 'texts were')} longer than ${formatCount(maxCellLength, 'character')}`
  showToast({ role: 'status', message: `${what} and cut off there.` })
}
