import { guessMapping } from '../../../../contract/runs/guess.ts'
import type { Mapping } from '../../../../contract/runs/mapping.ts'
import { findColumns } from '../../imports/columns.ts'

/** The names of a table's columns. */
export interface Header {
  names: string[]
  /** Whether the names come from the first row. */
  isNamed: boolean
}

/** Number of rows examined to detect a header. */
export const sampledRows = 20

/** Maximum length of a column name, in UTF-16 units. */
const maxNameLength = 200

/** Returns the header of a table with these first rows. `isHeaderGiven` overrides the detection. */
export function detectHeader(rows: readonly (readonly string[])[], isHeaderGiven?: boolean): Header {
  const [first = [], ...others] = rows
  const isNamed = isHeaderGiven ?? isHeader(first, others)
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 0)
  const cells = Array.from({ length: width }, (_, index) => (isNamed ? (first[index] ?? '') : ''))
  return { names: uniqueNames(cells), isNamed }
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

function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

/**
 * Whether a row contains column names: it has a known name, or only short texts where other rows have
 * numbers, addresses or other texts. A single column of unknown words is data.
 */
function isHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const cells = first.map((cell) => cell.trim())
  const labels = cells.filter((cell) => cell !== '')
  if (labels.length === 0 || labels.some((cell) => cell.length > maxNameLength || isValue(cell))) return false
  if (findColumns(cells) !== null || isMapped(guessMapping(cells, []))) return true
  if (others.length === 0) return false
  if (cells.some((cell, index) => cell !== '' && others.some((row) => isValue(row[index]?.trim() ?? ''))))
    return true
  const repeats = (cell: string, index: number) =>
    cell !== '' && others.some((row) => row[index]?.trim() === cell)
  return labels.length > 1 && labels.length === cells.length && !cells.some(repeats)
}

function isMapped({ columns }: Mapping): boolean {
  return columns.some(({ to }) => to !== 'nothing')
}

/** Whether a cell is a value rather than a name: a number, a date, an address, a yes or no. */
function isValue(cell: string): boolean {
  return /^(?:[-+]?[\d.,\s]*\d\s*%?|[\d./-]+(?:[ T][\d:.]+Z?)?|[a-z][a-z\d+.-]*:\/\/.*|www\..*|true|false|yes|no)$/i.test(
    cell,
  )
}
