import { maxColumns } from '../../contract/app/tables/limits.ts'
import type { Header } from './header.ts'
import type { Note, SheetRow, TableInfo } from './table.ts'

/** Returns the index of the last cell with a text; -1 without any. */
export function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '')
}

/** Whether a row's cells are in their columns, and whole, so that they show what each column contains. */
export const isTypical = ({ cells, notes = [] }: SheetRow) =>
  !isBlankRow(cells) && !notes.some(({ isError, column }) => isError || column === null)

/** Whether no cell has a text. */
export const isBlankRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Error for a row that repeats the header, as in joined files. */
const repeatedHeaderNote: Note = {
  column: null,
  text: 'This row repeats the column names.',
  isError: true,
  kind: 'misfit',
}

/**
 * Returns a function that marks a row with more or fewer cells than the header. In a text, its separator may be part of a
 * cell. Spreadsheets know which column a cell belongs to.
 */
export function createFitter(
  table: TableInfo,
  { names, isNamed }: Header,
  repair: (cells: readonly string[]) => string[] | null,
): (row: SheetRow) => SheetRow {
  const { kind, delimiter = '', omitsEmptyCells = false } = table
  const isText = kind === 'text' && delimiter !== ''
  const separator = delimiter === '\t' ? 'Tab' : delimiter
  const findMisfit = (cells: readonly string[]): Note | null => {
    if (isNamed && isSameRow(cells, names)) return repeatedHeaderNote
    if (!isText) return null
    const isLonger = lastFilled(cells) >= names.length
    if (!isLonger && (omitsEmptyCells || cells.length >= names.length)) return null
    return misfitNote(cells, { width: names.length, isNamed, isLonger, separator })
  }
  const findCut = (cells: readonly string[]): Note | null => {
    const column = cells.findIndex((cell) => isAddress(cell))
    const isCut = column >= 0 && (cells[column + 1] ?? '').trim() !== ''
    if (isNamed || !isText || delimiter === '\t' || !isCut) return null
    const text = `The address ends at a separator (${separator}). It may contain the text after it.`
    return { column, text, isError: false }
  }
  return (row) => {
    const { cells, notes = [] } = row
    if (notes.some((note) => note.kind === 'unreadable')) return row
    const note = findMisfit(cells) ?? findCut(cells)
    if (!note) return row
    const repaired = note.kind === 'misfit' && note.column !== null ? repair(cells) : null
    if (!repaired) return { ...row, notes: [...notes, note] }
    const text = `${note.text} It can be repaired: ${repaired
      .map((cell) => cell.trim())
      .join(' | ')
      .slice(0, 200)}`
    return { ...row, notes: [...notes, { ...note, text }], repaired }
  }
}

/** Warning for a row beside one with a single cell. */
const brokenRowNote: Note = {
  column: null,
  text: 'The row beside this one has only one cell. A line break may have cut a text of this row.',
  isError: false,
}

/** Marks the rows beside a row with a single cell, which may belong to them. The last row may lack its neighbour. */
export function markBroken(rows: readonly SheetRow[], { kind }: TableInfo, { names }: Header): SheetRow[] {
  const isPiece = (row: SheetRow | undefined) =>
    row?.cells.length === 1 && (row.notes ?? []).some((note) => note.kind === 'misfit')
  if (kind !== 'text' || names.length < 2 || !rows.some(isPiece)) return [...rows]
  return rows.map((row, index) => {
    const number = row.row ?? 0
    const isBroken = [rows[index - 1], rows[index + 1]].some(
      (other) => isPiece(other) && Math.abs((other?.row ?? 0) - number) === 1,
    )
    const { notes = [] } = row
    return isBroken && !isPiece(row) && !notes.includes(brokenRowNote)
      ? { ...row, notes: [...notes, brokenRowNote] }
      : row
  })
}

interface Misfit {
  width: number
  isNamed: boolean
  isLonger: boolean
  separator: string
}

function misfitNote(cells: readonly string[], { width, isNamed, isLonger, separator }: Misfit): Note {
  const count = isLonger ? lastFilled(cells) + 1 : cells.length
  const counts = `This row has ${count} ${count === 1 ? 'cell' : 'cells'}, ${isNamed ? 'the header' : 'most rows'} ${width}.`
  const hint = isLonger ? ` An address or a text may contain the separator (${separator}).` : ''
  const address = cells.findIndex((cell) => isAddress(cell))
  const longest = address < 0 ? width - 1 : Math.min(address, width - 1)
  const column = isLonger ? longest : Math.min(count, maxColumns - 1)
  return { column, text: counts + hint, isError: true, kind: 'misfit' }
}

function isSameRow(cells: readonly string[], names: readonly string[]): boolean {
  return cells.length > 0 && names.every((name, index) => (cells[index] ?? '').trim() === name)
}

/** Whether a cell is an address with its scheme. */
export function isAddress(cell: string): boolean {
  return /^\s*[a-z][a-z\d+.-]{0,40}:\/\/\S/i.test(cell)
}
