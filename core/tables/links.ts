import { maxColumns } from '../../contract/app/tables/limits.ts'
import { uniqueNames, type TableWords } from './header.ts'
import { isAddress } from './fit.ts'
import type { Note, SheetRow } from './table.ts'

/**
 * Decides what becomes of the addresses that cells are linked to. In a column of addresses, the link replaces another text.
 * Another linked column, such as titles, keeps its texts, and the links become a column of their own.
 */
export function createLinkResolver(names: readonly string[], below: readonly SheetRow[], words: TableWords) {
  const isAddressColumn = names.map(
    (name, column) => words.isAddress(name) || isMostlyAddresses(below, column),
  )
  const linked = names
    .map((_, column) => column)
    .filter((column) => !isAddressColumn[column] && below.some((row) => isOtherLink(row, column)))
    .slice(0, Math.max(0, maxColumns - names.length))
  const extended = uniqueNames([...names, ...linked.map((column) => `${names[column] ?? ''} (link)`)])
  return {
    names: extended,
    row: (row: SheetRow): SheetRow => {
      const columns = Object.keys(row.links ?? {}).map(Number)
      const { links = {}, ...rest } = row
      if (columns.length === 0) return rest
      const cells = [...row.cells]
      const notes: Note[] = [...(row.notes ?? [])]
      for (const column of columns) {
        const target = links[column] ?? ''
        if (!isOtherLink(row, column)) continue
        const shown = (cells[column] ?? '').trim()
        const extra = linked.indexOf(column)
        if (extra >= 0) put(cells, names.length + extra, target)
        else if (isAddressColumn[column] && !isAddress(shown)) {
          put(cells, column, target)
          notes.push({ column, text: usedLinkNote(shown), isError: false })
        } else notes.push({ column, text: otherLinkNote(target), isError: false })
      }
      return { ...rest, cells, notes }
    },
  }
}

function put(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push('')
  cells[column] = text
}

const usedLinkNote = (shown: string) =>
  `The spreadsheet shows “${shown.slice(0, 100)}” here. The address that it’s linked to is used.`
const otherLinkNote = (target: string) =>
  `The spreadsheet links this cell to another address: ${target.slice(0, 300)}`

/** Whether a cell has a link that its text doesn't show. */
function isOtherLink({ cells, links = {} }: SheetRow, column: number): boolean {
  const target = links[column]
  if (target === undefined || !isAddress(target)) return false
  return comparable(target) !== comparable(cells[column] ?? '')
}

/** Programs add a slash to the link of an address that has none, and encode its characters. */
function comparable(address: string): string {
  const trimmed = address.trim()
  return (URL.parse(trimmed)?.href ?? trimmed).replace(/\/$/, '')
}

function isMostlyAddresses(rows: readonly SheetRow[], column: number): boolean {
  const filled = rows.flatMap(({ cells }) =>
    (cells[column] ?? '').trim() === '' ? [] : [cells[column] ?? ''],
  )
  return filled.filter((cell) => isAddress(cell)).length * 2 > filled.length
}
