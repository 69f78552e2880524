import { lastFilled, isAddress } from './fit.ts'
import type { Header, TableWords } from './header.ts'

/**
 * Returns a function that puts the cells of a row that doesn't fit back into their columns; `null` where that isn't
 * certain. The row's only address shows where it was cut.
 */
export function createRepair(
  { names, isNamed }: Header,
  words: TableWords,
  delimiter: string,
): (row: readonly string[]) => string[] | null {
  const addresses = names.flatMap((name, index) => (words.isAddress(name) ? [index] : []))
  const [column] = addresses
  if (!isNamed || column === undefined || addresses.length > 1) return () => null
  const hasTagsNext = column === names.length - 2 && words.isTags(names.at(-1) ?? '')
  const join = (cells: readonly string[], from: number, extra: number) => [
    ...cells.slice(0, from),
    cells.slice(from, from + extra + 1).join(delimiter),
    ...cells.slice(from + extra + 1),
  ]
  const joinExtra = (cells: readonly string[], place: number, extra: number) => {
    // Only one column is before the address.
    if (column === 1 && place === column + extra) return join(cells, 0, extra)
    if (place !== column) return null
    if (cells.slice(column + 1, column + 1 + extra).every(isRestOfAddress)) return join(cells, column, extra)
    return hasTagsNext && !/[?@#]/.test(cells[column] ?? '') ? join(cells, column + 1, extra) : null
  }
  return (row) => {
    const cells = row.slice(0, lastFilled(row) + 1)
    const places = cells.flatMap((cell, index) => (isAddress(cell) ? [index] : []))
    const [place] = places
    if (place === undefined || places.length > 1) return null
    const extra = cells.length - names.length
    if (extra > 0) return joinExtra(cells, place, extra)
    // Only cells after the last filled one are missing: with others, values would be in wrong columns.
    const isEnd = place === column && place === cells.length - 1
    return isEnd ? [...cells, ...names.slice(cells.length).map(() => '')] : null
  }
}

/** Whether a text can only be the rest of an address, such as the numbers of a list or of a position on a map. */
function isRestOfAddress(text: string): boolean {
  return /^-?\d[\d.]*[a-z]?(?:[&/?#]\S*)?$/.test(text)
}
