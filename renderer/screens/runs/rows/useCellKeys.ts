import { useState } from 'react'
import { copyText } from '../../../ui/copyText.ts'
import { parseBlock } from './clipboardBlock.ts'
import { nextCell } from './cellNavigation.ts'
import type { CellPosition } from './cellNavigation.ts'
import type { GridColumn } from './columns.ts'
import type { CellEdit, UndoEntry } from './useCellEdits.ts'
import { cellOfTarget } from './useCellGrid.ts'
import type { CellGrid } from './useCellGrid.ts'
import type { RunRows } from './useRunRows.ts'

/** The edited cell, and the initial text of its field. */
export interface EditedCell {
  cell: CellPosition
  text: string
}

interface CellKeys {
  rows: RunRows
  columns: readonly GridColumn[]
  grid: CellGrid
  /** Saves and undoes edits; `null` if the table is read-only. */
  edits: { write: (edited: UndoEntry) => void; undo: () => UndoEntry | null } | null
  /** Moves to the next cell with an error. */
  goToNextError: () => void
}

/** Handles the grid's keys: arrows move, Enter, F2 or typing edits, Escape cancels, pasting fills cells. */
export function useCellKeys({ rows, columns, grid, edits, goToNextError }: CellKeys) {
  const { current, goTo, pageRows } = grid
  const [editing, setEditing] = useState<EditedCell | null>(null)
  const bounds = { rows: rows.count, columns: columns.length, pageRows: pageRows() }
  const textAt = ({ row, column }: CellPosition) => {
    const shownRow = rows.at(row)
    return shownRow ? (columns[column]?.text(shownRow) ?? null) : null
  }
  const isTableCell = ({ column }: CellPosition) => typeof columns[column]?.cell === 'number'
  const begin = (cell: CellPosition, typed?: string) => {
    const text = textAt(cell)
    if (!edits || text === null || !isTableCell(cell)) return
    setEditing({ cell, text: typed ?? text })
  }
  const editOf = ({ row, column }: CellPosition, text: string): UndoEntry | null => {
    const shownRow = rows.at(row)
    const cell = columns[column]?.cell
    if (!shownRow || cell === undefined || cell === null || shownRow.cells[cell] === text) return null
    const { number } = shownRow
    return {
      before: [{ number, column: cell, text: shownRow.cells[cell] ?? '' }],
      after: [{ number, column: cell, text }],
    }
  }
  const finish = (text: string | null, move: CellPosition | null) => {
    const edited = editing && text !== null ? editOf(editing.cell, text) : null
    if (edited) edits?.write(edited)
    const start = editing?.cell ?? current
    setEditing(null)
    const target = move ? { row: start.row + move.row, column: start.column + move.column } : start
    goTo({
      row: Math.max(0, Math.min(target.row, rows.count - 1)),
      column: Math.max(-1, Math.min(target.column, columns.length - 1)),
    })
  }
  const clear = (cell: CellPosition) => {
    const edited = editOf(cell, '')
    if (edited) edits?.write(edited)
  }
  /** Handles a key in a cell. Returns `false` if it has no function. */
  const act = (event: React.KeyboardEvent, cell: CellPosition): boolean => {
    const { key } = event
    if (event.ctrlKey || event.metaKey) return runShortcut(key.toLowerCase(), textAt(cell), edits)
    const byKey: Partial<Record<string, () => void>> = {
      ...{ F8: goToNextError, Enter: () => begin(cell), F2: () => begin(cell) },
      ...{ Delete: () => clear(cell), Backspace: () => clear(cell) },
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
    const edited = pasteBlock(parseBlock(event.clipboardData.getData('text')), cell, editOf)
    if (edited.after.length > 0) edits.write(edited)
  }
  return { press, paste, editing, begin, finish }
}

/** Handles Ctrl or ⌘ with a key. Returns `false` if it has no function. */
function runShortcut(key: string, text: string | null, edits: CellKeys['edits']): boolean {
  if (key === 'c') void copyText(text ?? '')
  return key === 'c' || (key === 'z' && Boolean(edits?.undo()))
}

/** Returns the edits for a block pasted at a cell. */
function pasteBlock(
  block: string[][],
  from: CellPosition,
  editOf: (cell: CellPosition, text: string) => UndoEntry | null,
): UndoEntry {
  const all = block.flatMap((cells, row) =>
    cells.flatMap(
      (text, column) => editOf({ row: from.row + row, column: from.column + column }, text) ?? [],
    ),
  )
  return {
    before: all.flatMap<CellEdit>(({ before }) => before),
    after: all.flatMap<CellEdit>(({ after }) => after),
  }
}
