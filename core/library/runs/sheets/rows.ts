import type { DatabaseSync } from 'node:sqlite'
import { maxCellLength, maxColumns } from '../../../../contract/app/tables/limits.ts'
import type { ReadNotes } from '../readNotes.ts'
import type { Note, SheetRow } from '../../../tables/table.ts'

// A function, because creating the first number format would delay the app's start.
const tooLongNote = () =>
  `This text was longer than ${maxCellLength.toLocaleString('en')} characters and was cut off there.`
const tooWideNote = `This row has more than ${maxColumns} columns. The rest were omitted.`

/**
 * Returns a function that saves rows of a table and returns the size of each in bytes. They must be checked
 * before they are sent.
 */
export function createInsert(sql: DatabaseSync) {
  const insert = sql.prepare(
    `INSERT INTO run_rows (run, number, cells, state, errors, warnings, read_notes) VALUES (?, ?, ?, 'faulty', ?, ?, ?)`,
  )
  return (run: string, number: number, { cells, notes = [], repaired }: SheetRow): number => {
    const text = JSON.stringify(cells)
    if (notes.length === 0) {
      insert.run(run, number, text, '[]', '[]', null)
      return Buffer.byteLength(text)
    }
    const readNotes = { ...toReadNotes(notes), repaired }
    const [errors, warnings] = [JSON.stringify(readNotes.errors), JSON.stringify(readNotes.warnings)]
    insert.run(run, number, text, errors, warnings, JSON.stringify(readNotes))
    return Buffer.byteLength(text) + 2 * Buffer.byteLength(errors + warnings)
  }
}

/** Maximum number of notes per row; each cell has at most one. */
const maxNotes = maxColumns + 2

function toReadNotes(notes: readonly Note[]): ReadNotes {
  const limited = notes.slice(0, maxNotes)
  const toWarnings = (list: readonly Note[]) => list.map(({ column, text }) => ({ column, text }))
  return {
    errors: toWarnings(limited.filter((note) => note.isError)),
    warnings: toWarnings(limited.filter((note) => !note.isError)),
  }
}

/** Returns a row within the limits of columns and cell length; `null` if it is blank. */
export function toStoredRow(row: SheetRow): SheetRow | null {
  const { cells, notes = [] } = row
  const isBlank = cells.every((cell) => cell.trim() === '')
  if (isBlank && !notes.some(({ isError }) => isError)) return null
  const isWide = cells.length > maxColumns && cells.slice(maxColumns).some((cell) => cell.trim() !== '')
  const isLong = cells.some((cell) => cell.length > maxCellLength)
  if (!isWide && !isLong && cells.length <= maxColumns) return { ...row, notes }
  const limitedCells = cells.slice(0, maxColumns)
  const addedNotes: Note[] = limitedCells.flatMap((cell, column) =>
    cell.length > maxCellLength ? [{ column, text: tooLongNote(), isError: true }] : [],
  )
  if (isWide) addedNotes.push({ column: null, text: tooWideNote, isError: true })
  const keptNotes = notes.filter(({ column }) => column === null || column < maxColumns)
  return {
    cells: limitedCells.map((cell) => cell.slice(0, maxCellLength).toWellFormed()),
    notes: [...keptNotes, ...addedNotes],
  }
}
