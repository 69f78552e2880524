import { maxRows } from '../../../../contract/calls/runs.ts'
import type { RunSource } from '../../../../contract/calls/runs.ts'
import { SheetError } from './sheetError.ts'
import { uniqueNames } from './header.ts'
import type { SheetRow, Table } from './table.ts'

type Lists = Extract<RunSource, { kind: 'lists' }>['lists']

/** Rows per batch. */
const batchSize = 500

/** Returns a table with every combination of the lists' values. The last list varies fastest. */
export function createListsTable(lists: Lists, onRead: (rows: number) => void): Table {
  const size = lists.reduce((product, { values }) => product * values.length, 1)
  if (size > maxRows) throw new SheetError('sheet_too_long')
  const header = uniqueNames(lists.map(({ name }) => name))
  return {
    kind: 'lists',
    name: header.join(' × '),
    size,
    header,
    rows: readCombinations(lists, size, onRead),
  }
}

function* readCombinations(
  lists: Lists,
  size: number,
  onRead: (rows: number) => void,
): Generator<SheetRow[]> {
  for (let start = 0; start < size; start += batchSize) {
    const length = Math.min(batchSize, size - start)
    yield Array.from({ length }, (_, index) => ({ cells: combination(lists, start + index) }))
    onRead(length)
  }
}

function combination(lists: Lists, number: number): string[] {
  let remaining = number
  const cells = lists.toReversed().map(({ values }) => {
    const cell = values[remaining % values.length] ?? ''
    remaining = Math.floor(remaining / values.length)
    return cell
  })
  return cells.reverse()
}
