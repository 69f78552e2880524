/** A cell by row and column, from 0. Column -1 is the row's state. */
export interface CellPosition {
  row: number
  column: number
}

interface Bounds {
  rows: number
  columns: number
  pageRows: number
}

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** Returns the cell that a key moves to, as in a WAI-ARIA grid; `null` for other keys. */
export function nextCell(event: Key, { row, column }: CellPosition, bounds: Bounds): CellPosition | null {
  const end = { row: bounds.rows - 1, column: bounds.columns - 1 }
  const far = event.ctrlKey || event.metaKey
  const targets: Partial<Record<string, CellPosition>> = {
    ArrowDown: { row: far ? end.row : row + 1, column },
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowRight: { row, column: far ? end.column : column + 1 },
    ArrowLeft: { row, column: far ? firstColumn : column - 1 },
    PageDown: { row: row + bounds.pageRows, column },
    PageUp: { row: row - bounds.pageRows, column },
    Home: { row: far ? 0 : row, column: firstColumn },
    End: { row: far ? end.row : row, column: end.column },
  }
  const target = targets[event.key]
  if (!target) return null
  return {
    row: Math.max(0, Math.min(target.row, end.row)),
    column: Math.max(firstColumn, Math.min(target.column, end.column)),
  }
}

const firstColumn = -1
