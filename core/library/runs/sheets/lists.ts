import { maxRows, type CreateSource } from '../../../../contract/app/runs/sources.ts'
import { uniqueNames } from '../../../tables/header.ts'
import { SheetError } from '../../../tables/sheetError.ts'
import type { RunTable } from './runTable.ts'

type Lists = Extract<CreateSource, { kind: 'lists' }>['lists']

const batchSize = 500

/** Returns a table with every combination of the lists' values. The last list varies fastest. */
export function createListsTable(lists: Lists): RunTable {
  const size = lists.reduce((product, { values }) => product * values.length, 1)
  if (size > maxRows) throw new SheetError('sheet_too_long')
  const names = uniqueNames(lists.map(({ name }) => name))
  let start = 0
  return {
    kind: 'lists',
    name: names.join(' × '),
    size,
    names,
    isNamed: true,
    progress: () => Math.min(start, size),
    next: () => {
      const length = Math.min(batchSize, size - start)
      const rows = Array.from({ length }, (_, index) => ({ cells: combination(lists, start + index) }))
      start += batchSize
      return Promise.resolve(length <= 0 ? null : rows)
    },
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
