/** A cell by its row and column, from 0. Column -1 says how the row stands. */
export interface Place {
  row: number
  column: number
}

interface Bounds {
  rows: number
  columns: number
  /** So many rows are seen at once. */
  pageRows: number
}

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** Where a key leads from a cell, as in a grid of WAI-ARIA; `null` for a key that leads nowhere. */
export function cellAfter(event: Key, { row, column }: Place, bounds: Bounds): Place | null {
  const whole = event.ctrlKey || event.metaKey
  const last = { row: bounds.rows - 1, column: bounds.columns - 1 }
  const at = (nextRow: number, nextColumn: number): Place => ({
    row: Math.max(0, Math.min(nextRow, last.row)),
    column: Math.max(-1, Math.min(nextColumn, last.column)),
  })
  switch (event.key) {
    case 'ArrowDown':
      return whole ? at(last.row, column) : at(row + 1, column)
    case 'ArrowUp':
      return whole ? at(0, column) : at(row - 1, column)
    case 'ArrowRight':
      return whole ? at(row, last.column) : at(row, column + 1)
    case 'ArrowLeft':
      return whole ? at(row, -1) : at(row, column - 1)
    case 'PageDown':
      return at(row + bounds.pageRows, column)
    case 'PageUp':
      return at(row - bounds.pageRows, column)
    case 'Home':
      return whole ? at(0, -1) : at(row, -1)
    case 'End':
      return whole ? at(last.row, last.column) : at(row, last.column)
    default:
      return null
  }
}
