import type { ChosenLinks } from '../../../../contract/library/view.ts'
import { csvColumns } from '../../../../contract/library/csvColumns.ts'
import type { CsvColumn } from '../../../../contract/library/csvColumns.ts'
import { rowFieldNames } from '../../../../contract/runs/mapping.ts'
import type { ColumnUse, RowField } from '../../../../contract/runs/mapping.ts'
import { mostRows } from '../../../../contract/calls/runs.ts'
import { LibraryInterrupted } from '../../../folder/storageProblem.ts'
import { cellsOfLink } from '../../exporting/csv.ts'
import { countOf, portionsOf } from '../../exporting/rows.ts'
import type { Database } from '../../open.ts'
import { SheetFault } from './fault.ts'
import type { Table } from './table.ts'

type FieldColumn = Exclude<RowField, 'everyone'>

/** What a row says of the link that it was made from, and what makes another one like it. */
const columns: readonly CsvColumn[] = [
  'link',
  ...rowFieldNames.filter((name): name is FieldColumn => name !== 'everyone'),
]

/** Links of the library as a table with the columns of our CSV. */
export async function chosenTable(
  { sql, filling }: Database,
  which: ChosenLinks,
  onRead: (links: number) => void,
): Promise<Table> {
  if ('view' in which) {
    await filling.rest()
    if (!filling.isDone()) throw new LibraryInterrupted('The app is ending.')
  }
  const size = countOf(sql, which)
  if (size > mostRows) throw new SheetFault('sheet_too_long')
  const header = columns.map((column) => csvColumns[column])
  return { kind: 'links', name: 'Links from the library', size, header, uses, rows: rowsOf() }

  function* rowsOf() {
    for (const portion of portionsOf(sql, which)) {
      yield portion.map((row) => ({ cells: cellsOfLink(row, columns) }))
      onRead(portion.length)
    }
  }
}

const uses: readonly ColumnUse[] = columns.map((column) =>
  column === 'link' ? { to: 'nothing' } : { to: 'field', field: column as FieldColumn },
)
