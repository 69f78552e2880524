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
  const end = { row: bounds.rows - 1, column: bounds.columns - 1 }
  const far = event.ctrlKey || event.metaKey
  const places: Partial<Record<string, Place>> = {
    ArrowDown: { row: far ? end.row : row + 1, column },
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowRight: { row, column: far ? end.column : column + 1 },
    ArrowLeft: { row, column: far ? first : column - 1 },
    PageDown: { row: row + bounds.pageRows, column },
    PageUp: { row: row - bounds.pageRows, column },
    Home: { row: far ? 0 : row, column: first },
    End: { row: far ? end.row : row, column: end.column },
  }
  const place = places[event.key]
  if (!place) return null
  return {
    row: Math.max(0, Math.min(place.row, end.row)),
    column: Math.max(first, Math.min(place.column, end.column)),
  }
}

const first = -1
