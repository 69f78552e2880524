import { ArrowDown, ArrowUp } from 'lucide-react'
import { columnSorts } from '../../../../contract/app/library/columns/columnLists.ts'
import type { SortName } from '../../../../contract/app/library/columns/columnLists.ts'
import { listColumns } from '../../../../contract/app/library/columns/listColumns.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import type { Selecting } from '../many/useSelection.ts'
import type { Cell } from './columns.ts'
import type { Rows } from './useRows.ts'
import styles from './list.module.css'

interface GridHeaderProps {
  rows: Rows
  selecting: Selecting
  cells: readonly Cell[]
  sortBy: (sort: SortName) => void
}

/** Shows the column headers. Sortable columns are buttons. */
export function GridHeader({ rows, selecting, cells, sortBy }: GridHeaderProps) {
  const { view } = rows
  const known = Math.min(rows.count, maxSelectedAtOnce)
  const some = selecting.count > 0
  const isAllSelected = some && (selecting.selection.kind === 'all' || selecting.count >= known)
  const selectKnown = () => selecting.range({}, rows.between(0, known - 1))
  const sorting = { view, sortBy }
  return (
    <div role="rowgroup" className={styles['header']}>
      <div role="row" aria-rowindex={1} className={styles['headerRow']}>
        <div role="columnheader" className={styles['check']}>
          <input
            type="checkbox"
            aria-label="Select the links shown"
            checked={isAllSelected}
            ref={(box) => {
              if (box) box.indeterminate = some && !isAllSelected
            }}
            onChange={some ? selecting.clear : selectKnown}
          />
        </div>
        <Column label="Link" sorts={['title']} {...sorting} />
        {cells.map(
          ({ names: [name] }) =>
            name && (
              <Column key={name} label={listColumns[name].label} sorts={columnSorts[name]} {...sorting} />
            ),
        )}
        <div role="columnheader">
          <span className={styles['hiddenText']}>Actions</span>
        </div>
      </div>
    </div>
  )
}

/** Maximum number of rows that the header's checkbox selects. A button next to the count selects the whole view. */
const maxSelectedAtOnce = 1_000

interface ColumnProps {
  label: string
  sorts: readonly SortName[]
  view: LibraryView
  sortBy: (sort: SortName) => void
}

const descendingSorts: ReadonlySet<SortName> = new Set(['newest', 'created', 'visits', 'opened'])

/** A second click reverses the order or restores the default. */
function Column({ label, sorts, view, sortBy }: ColumnProps) {
  if (sorts.length === 0) return <div role="columnheader">{label}</div>
  const sortIndex = sorts.indexOf(view.sort)
  const descending = descendingSorts.has(view.sort)
  const order = sortIndex < 0 ? 'none' : descending ? 'descending' : 'ascending'
  const next = sortIndex < 0 ? sorts[0] : (sorts[sortIndex + 1] ?? 'newest')
  const Icon = descending ? ArrowDown : ArrowUp
  return (
    <div role="columnheader" aria-sort={order}>
      <button type="button" onClick={() => sortBy(next ?? 'newest')}>
        {label}
        {sortIndex >= 0 && <Icon size={12} aria-hidden />}
      </button>
    </div>
  )
}
