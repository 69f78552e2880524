import { mostRows } from '../../../../contract/calls/runs.ts'
import type { RunSource } from '../../../../contract/calls/runs.ts'
import { SheetFault } from './fault.ts'
import { uniqueNames } from './header.ts'
import type { SheetRow, Table } from './table.ts'

type Lists = Extract<RunSource, { kind: 'lists' }>['lists']

/** Rows of one portion. */
const atOnce = 500

/** Every combination of the values of some lists; those of the last list follow one another. */
export function listsTable(lists: Lists, onRead: (rows: number) => void): Table {
  const size = lists.reduce((product, { values }) => product * values.length, 1)
  if (size > mostRows) throw new SheetFault('sheet_too_long')
  const header = uniqueNames(lists.map(({ name }) => name))
  return { kind: 'lists', name: header.join(' × '), size, header, rows: combinations(lists, size, onRead) }
}

function* combinations(lists: Lists, size: number, onRead: (rows: number) => void): Generator<SheetRow[]> {
  for (let from = 0; from < size; from += atOnce) {
    const length = Math.min(atOnce, size - from)
    yield Array.from({ length }, (_, at) => ({ cells: combination(lists, from + at) }))
    onRead(length)
  }
}

function combination(lists: Lists, number: number): string[] {
  let left = number
  const cells = lists.toReversed().map(({ values }) => {
    const cell = values[left % values.length] ?? ''
    left = Math.floor(left / values.length)
    return cell
  })
  return cells.reverse()
}
