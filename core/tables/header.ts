import { columnLetters } from '../../contract/app/tables/workbookParts.ts'
import type { SheetRow } from './table.ts'

/** The words of the tables that a reader of tables expects. */
export interface TableWords {
  /** Returns how many of these cells are known column names. */
  countNames: (cells: readonly string[]) => number
  /** Whether a column with this name has addresses. */
  isAddress: (name: string) => boolean
  /** Whether a column with this name has tags. */
  isTags: (name: string) => boolean
}

/** The names of a table's columns. */
export interface Header {
  names: string[]
  /** Whether the names come from a row of the table. */
  isNamed: boolean
}

/** The row that names the columns. */
export interface HeaderRow {
  /** Index in the rows; -1 for none. */
  index: number
  /** Whether another row may be the header, or none. */
  isGuess: boolean
}

/** Number of rows examined to detect a header. */
export const sampledRows = 20

/** Maximum length of a column name, in UTF-16 units. */
const maxNameLength = 200

/**
 * Finds the row with the column names: the one with the most known names, below lines such as a title. Without known
 * names, the first row as wide as the table, if it has only short texts where other rows have numbers, addresses or other
 * texts. A single column of unknown words is data.
 */
export function findHeaderRow(rows: readonly SheetRow[], words: TableWords): HeaderRow {
  const cells = rows.slice(0, sampledRows).map((row) => row.cells.map((cell) => cell.trim()))
  const known = cells.map((row) => (isLabelRow(row) ? words.countNames(row) : 0))
  const best = known.indexOf(Math.max(...known, 0))
  if ((known[best] ?? 0) > 0 && isBelowTitle(cells, best)) return { index: best, isGuess: best > 0 }
  if ((known[0] ?? 0) > 0) return { index: 0, isGuess: true }
  const usual = usualCount(cells)
  const first = cells.findIndex((row) => countFilled(row) >= usual)
  const candidate = cells[first] ?? []
  if (isHeader(candidate, cells.slice(first + 1))) return { index: first, isGuess: true }
  return { index: -1, isGuess: isLabelRow(candidate) && cells.length > 1 && usual > 1 }
}

const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length

/** Whether the rows above are titles, groups of columns or notes: narrower, or without values. */
function isBelowTitle(cells: readonly (readonly string[])[], index: number): boolean {
  const width = countFilled(cells[index] ?? [])
  return cells.slice(0, index).every((row) => countFilled(row) < width || isLabelRow(row))
}

/** Returns the most frequent number of filled cells. */
export function usualCount(rows: readonly (readonly string[])[]): number {
  const counts = Map.groupBy(rows.map(countFilled), (count) => count)
  return [...counts].toSorted((a, b) => b[1].length - a[1].length || b[0] - a[0])[0]?.[0] ?? 0
}

/** Returns the names that a header row gives to columns. */
export function readHeader(row: SheetRow | undefined, width: number): Header {
  const cells = Array.from({ length: width }, (_, index) => row?.cells[index] ?? '')
  return { names: uniqueNames(cells), isNamed: row !== undefined }
}

/**
 * Returns unique names: the second *Title* becomes *Title (2)*, and the third column without a name *Column
 * C*.
 */
export function uniqueNames(cells: readonly string[]): string[] {
  const original = new Set(cells.map((cell) => cell.trim()))
  const used = new Set<string>()
  return cells.map((cell, index) => {
    const label = cell.trim().slice(0, maxNameLength)
    const name = label === '' ? `Column ${columnLetters(index)}` : label
    let unique = name
    for (let copy = 2; used.has(unique) || (unique !== label && original.has(unique)); copy++) {
      unique = `${name} (${copy})`
    }
    used.add(unique)
    return unique
  })
}

/** Returns the names that several cells of a header have, at most three. */
export function findRepeatedNames(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim()).filter((name) => name !== '')
  const repeated = names.filter((name, index) => names.indexOf(name) < index)
  return [...new Set(repeated)].slice(0, 3).map((name) => name.slice(0, 60).toWellFormed())
}

function isLabelRow(cells: readonly string[]): boolean {
  const labels = cells.filter((cell) => cell !== '')
  return labels.length > 0 && !labels.some((cell) => cell.length > maxNameLength || isValue(cell))
}

function isHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (!isLabelRow(first) || others.length === 0) return false
  if (first.some((cell, index) => cell !== '' && others.some((row) => isValue(row[index] ?? '')))) return true
  const repeats = (cell: string, index: number) => cell !== '' && others.some((row) => row[index] === cell)
  const labels = countFilled(first)
  return labels > 1 && labels === first.length && !first.some(repeats)
}

/** Whether a cell is a value rather than a name: a number, a date, an address, a yes or no. */
function isValue(cell: string): boolean {
  return /^(?:[-+]?[\d.,\s]*\d\s*%?|[\d./-]+(?:[ T][\d:.]+Z?)?|[a-z][a-z\d+.-]*:\/\/.*|www\..*|true|false|yes|no)$/i.test(
    cell,
  )
}
