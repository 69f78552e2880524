import { guessMapping } from '../../../../contract/runs/guess.ts'
import type { Mapping } from '../../../../contract/runs/mapping.ts'
import { findColumns } from '../../imports/columns.ts'

/** The names of a table's columns. */
export interface Header {
  names: string[]
  /** Whether its first row says them. */
  isNamed: boolean
}

/** As many of the first rows say whether one of them names the columns. */
export const sampledRows = 20

/** In UTF-16 units: what is longer names no column. */
const maxNameLength = 200

/** The header of a table with these first rows. Whoever knows says whether there is one. */
export function detectHeader(rows: readonly (readonly string[])[], isHeaderGiven?: boolean): Header {
  const [first = [], ...others] = rows
  const isNamed = isHeaderGiven ?? isHeader(first, others)
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const cells = Array.from({ length: width }, (_, at) => (isNamed ? (first[at] ?? '') : ''))
  return { names: uniqueNames(cells), isNamed }
}

/** Each with a name of its own: the second *Title* is *Title (2)*, and the third column without a name is *Column C*. */
export function uniqueNames(cells: readonly string[]): string[] {
  const taken = new Set(cells.map((cell) => cell.trim()))
  const given = new Set<string>()
  return cells.map((cell, index) => {
    const label = cell.trim().slice(0, maxNameLength)
    const name = label === '' ? `Column ${columnLetters(index)}` : label
    let unique = name
    for (let copy = 2; given.has(unique) || (unique !== label && taken.has(unique)); copy++) {
      unique = `${name} (${copy})`
    }
    given.add(unique)
    return unique
  })
}

function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last
}

/**
 * Whether a row names the columns: one of its names is known, or it has nothing but short texts where others have numbers or addresses
 * or other texts. One column of words that nobody knows is taken for what it is.
 */
function isHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const cells = first.map((cell) => cell.trim())
  const labels = cells.filter((cell) => cell !== '')
  if (labels.length === 0 || labels.some((cell) => cell.length > maxNameLength || isValue(cell))) return false
  if (findColumns(cells) !== null || isMapped(guessMapping(cells, []))) return true
  if (others.length === 0) return false
  if (cells.some((cell, at) => cell !== '' && others.some((row) => isValue(row[at]?.trim() ?? ''))))
    return true
  const repeats = (cell: string, at: number) => cell !== '' && others.some((row) => row[at]?.trim() === cell)
  return labels.length > 1 && labels.length === cells.length && !cells.some(repeats)
}

function isMapped({ columns }: Mapping): boolean {
  return columns.some(({ to }) => to !== 'nothing')
}

/** What names nothing: a number, a date, an address, a yes or no. */
function isValue(cell: string): boolean {
  return /^(?:[-+]?[\d.,\s]*\d\s*%?|[\d./-]+(?:[ T][\d:.]+Z?)?|[a-z][a-z\d+.-]*:\/\/.*|www\..*|true|false|yes|no)$/i.test(
    cell,
  )
}
