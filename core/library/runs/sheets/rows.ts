import type { DatabaseSync } from 'node:sqlite'
import { longestCell, mostColumns } from '../../../../contract/runs/mapping.ts'
import type { Noted } from '../noted.ts'
import type { Note, SheetRow } from './table.ts'

// No start of the app waits for the first number that is written as people do.
const tooLong = () =>
  `This text was longer than ${longestCell.toLocaleString('en')} characters and was cut off there.`
const tooWide = `This row has more than ${mostColumns} columns. The others were left out.`

/** Puts rows of a table into the library, and returns the bytes of each. None of them may be sent before it was checked. */
export function createInsert(sql: DatabaseSync) {
  const insert = sql.prepare(
    `INSERT INTO run_rows (run, number, cells, state, faults, remarks, noted) VALUES (?, ?, ?, 'faulty', ?, ?, ?)`,
  )
  return (run: string, number: number, { cells, notes = [] }: SheetRow): number => {
    const text = JSON.stringify(cells)
    if (notes.length === 0) {
      insert.run(run, number, text, '[]', '[]', null)
      return Buffer.byteLength(text)
    }
    const noted = notedOf(notes)
    const [faults, remarks] = [JSON.stringify(noted.faults), JSON.stringify(noted.remarks)]
    insert.run(run, number, text, faults, remarks, JSON.stringify(noted))
    return Buffer.byteLength(text) + 2 * Buffer.byteLength(faults + remarks)
  }
}

/** As many notes of a row are kept: there is at most one at each cell. */
const mostNotes = mostColumns + 2

function notedOf(notes: readonly Note[]): Noted {
  const some = notes.slice(0, mostNotes)
  const remarks = (kept: readonly Note[]) => kept.map(({ column, text }) => ({ column, text }))
  return {
    faults: remarks(some.filter((note) => note.isFault)),
    remarks: remarks(some.filter((note) => !note.isFault)),
  }
}

/** A row as it is kept: no wider and no longer than any may be. `null` for one in which nothing stands. */
export function keptRow({ cells, notes = [] }: SheetRow): SheetRow | null {
  const isBlank = cells.every((cell) => cell.trim() === '')
  if (isBlank && !notes.some(({ isFault }) => isFault)) return null
  const isWide = cells.length > mostColumns && cells.slice(mostColumns).some((cell) => cell.trim() !== '')
  const isLong = cells.some((cell) => cell.length > longestCell)
  if (!isWide && !isLong && cells.length <= mostColumns) return { cells, notes }
  const kept = cells.slice(0, mostColumns)
  const more: Note[] = kept.flatMap((cell, column) =>
    cell.length > longestCell ? [{ column, text: tooLong(), isFault: true }] : [],
  )
  if (isWide) more.push({ column: null, text: tooWide, isFault: true })
  const within = notes.filter(({ column }) => column === null || column < mostColumns)
  return { cells: kept.map((cell) => cell.slice(0, longestCell).toWellFormed()), notes: [...within, ...more] }
}
