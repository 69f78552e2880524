import type { SelectedLinks } from '../../../../contract/app/library/view.ts'
import { csvColumns, type FixedCsvColumn } from '../../../../contract/app/library/columns/csvColumns.ts'
import { rowFieldNames, type ColumnUse } from '../../../../contract/app/runs/mapping/mapping.ts'
import { maxRows } from '../../../../contract/app/runs/sources.ts'
import { csvCells } from '../../exporting/csv.ts'
import { countLinks, readBatches } from '../../exporting/rows.ts'
import type { Database } from '../../openDatabase.ts'
import { RunError } from '../runError.ts'
import type { RunTable } from './runTable.ts'

type FieldColumn = Exclude<(typeof rowFieldNames)[number], 'everyone'>

/** The columns of a link: its address for reference, and the fields for creating a similar link. */
const columns: readonly FixedCsvColumn[] = [
  'link',
  ...rowFieldNames.filter((name): name is FieldColumn => name !== 'everyone'),
]

/** Returns links of the library as a table with the columns of our CSV. */
export async function createLinksTable(
  { sql, backfill }: Database,
  selected: SelectedLinks,
): Promise<RunTable> {
  if ('view' in selected) await backfill.finish()
  const size = await countLinks(sql, selected)
  if (size > maxRows) throw new RunError('run_too_long')
  const batches = readBatches(sql, selected)
  let read = 0
  return {
    kind: 'links',
    name: 'Links from the library',
    size,
    names: columns.map((column) => csvColumns[column]),
    isNamed: true,
    uses: columnUses,
    progress: () => read,
    next: () => {
      const batch = batches.next()
      if (batch.done) return Promise.resolve(null)
      read += batch.value.length
      return Promise.resolve(batch.value.map((row) => ({ cells: csvCells(row, columns) })))
    },
  }
}

const columnUses: readonly ColumnUse[] = columns.map((column) =>
  column === 'link' ? { to: 'nothing' } : { to: 'field', field: column as FieldColumn },
)
