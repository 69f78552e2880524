import type { DatabaseSync } from 'node:sqlite'
import { startStep } from '../step.ts'
import { setChecked } from './preparedRun.ts'
import { restoreNotes, withoutNotes, addCellsChangedByRules } from './readNotes.ts'
import { parseCells, selectContent, type StoredRow } from './storedRow.ts'

/** A cell's new text. */
export interface CellEdit {
  column: number
  text: string
}

/** The edits of a row, with its current cells. */
export interface RowEdits {
  row: Pick<StoredRow, 'number' | 'cells' | 'read_notes' | 'state'>
  edits: readonly CellEdit[]
  /** Whether the row is left out of the run. */
  isLeftOut?: boolean
}

/** Changes many rows at once. Can undo this until the app closes. */
export type CellHistory = ReturnType<typeof createCellHistory>

/** A row's replaced cells, its previous `read_notes`, and whether it was left out. */
interface ReplacedRow {
  number: number
  cells: readonly { column: number; before: string; after: string }[]
  notes: string | null
  isLeftOut: boolean
}

/** Maximum number of changes that can be undone, and of rows in all of them except the newest. */
const [maxChanges, maxRows] = [10, 50_000]

export function createCellHistory(sql: DatabaseSync) {
  const changes = new Map<string, ReplacedRow[]>()
  const selectRow = selectContent(sql)
  const update = sql.prepare(
    'UPDATE run_rows SET cells = ?, read_notes = ?, state = ? WHERE run = ? AND number = ?',
  )
  const trim = () => {
    const countRows = () => [...changes.values()].reduce((sum, { length }) => sum + length, 0)
    for (const oldest of changes.keys()) {
      if (changes.size <= 1 || (changes.size <= maxChanges && countRows() <= maxRows)) return
      changes.delete(oldest)
    }
  }
  return {
    /**
     * Writes edited cells of a row, or leaves it out, as part of a change. The rows must be checked again. With `isByRules`,
     * notes the cells' previous text.
     */
    write: (
      run: string,
      change: string,
      { row, edits, isLeftOut = false }: RowEdits,
      { isByRules = false }: { isByRules?: boolean } = {},
    ) => {
      const replacedRows = changes.get(change) ?? []
      changes.set(change, replacedRows)
      const oldCells = parseCells(row)
      const cells = edits.map(({ column, text }) => ({ column, before: oldCells[column] ?? '', after: text }))
      const edited = editRow(row, edits)
      const notes = isByRules ? addCellsChangedByRules(edited.read_notes, cells) : edited.read_notes
      update.run(edited.cells, notes, isLeftOut ? 'skipped' : row.state, run, row.number)
      replacedRows.push({ number: row.number, cells, notes: row.read_notes, isLeftOut })
      setChecked(sql, run, false)
      trim()
    },
    /**
     * Restores a batch of a change's rows, except cells edited since. Returns the number of restored rows, which is 0 if the
     * change is no longer known.
     */
    restore: (run: string, change: string, after: number) => {
      const remaining = (changes.get(change) ?? []).filter(({ number }) => number > after)
      const isOver = startStep()
      let [restoredCount, last, isMore] = [0, after, false]
      for (const replaced of remaining) {
        isMore = isOver()
        if (isMore) break
        last = replaced.number
        const row = selectRow.get(run, last)
        const restored = row && restoreRow(row, replaced)
        if (!restored) continue
        update.run(restored.cells, restored.read_notes, restored.state, run, last)
        restoredCount++
      }
      if (restoredCount > 0) setChecked(sql, run, false)
      return { rows: restoredCount, next: isMore ? last : null }
    },
  }
}

/** Returns a row as it was before a change, except for cells edited since; `null` if nothing of the change is left. */
function restoreRow<R extends RowEdits['row']>(row: R, { cells, notes, isLeftOut }: ReplacedRow): R | null {
  const currentCells = parseCells(row)
  const edits = cells.flatMap((cell) =>
    currentCells[cell.column] === cell.after ? [{ column: cell.column, text: cell.before }] : [],
  )
  const isIncluded = isLeftOut && row.state === 'skipped'
  if (edits.length === 0 && !isIncluded) return null
  const columns = edits.map(({ column }) => column)
  return {
    ...editRow(row, edits),
    read_notes: restoreNotes(row.read_notes, notes, columns),
    state: isIncluded ? 'faulty' : row.state,
  }
}

/** Returns a row with edited cells, and without the notes about those cells. */
export function editRow<R extends Pick<StoredRow, 'cells' | 'read_notes'>>(
  row: R,
  edits: readonly CellEdit[],
): R {
  if (edits.length === 0) return row
  const cells = parseCells(row)
  for (const { column, text } of edits) {
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  const columns = edits.map(({ column }) => column)
  return { ...row, cells: JSON.stringify(cells), read_notes: withoutNotes(row.read_notes, columns) }
}
