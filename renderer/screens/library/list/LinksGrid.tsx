import { memo, useMemo, useState } from 'react'
import type { ComponentProps } from 'react'
import type { ColumnName, SortName } from '../../../../contract/app/library/columns/columnLists.ts'
import type { ListLayout } from '../../../../contract/app/library/layout.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import type { Selecting } from '../many/useSelection.ts'
import { fitColumns } from './columns.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import { toQuery } from '../view/viewQuery.ts'
import type { RequestedColumns } from '../view/viewQuery.ts'
import { GridHeader } from './GridHeader.tsx'
import { LinkRow } from './LinkRow.tsx'
import type { RowHandlers } from './RowActions.tsx'
import { useGrid } from './useGrid.ts'
import { useGridKeys } from './useGridKeys.ts'
import type { Rows } from './useRows.ts'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { useVisibleVisitLines, VisitLines } from './visitLines.ts'
import { useWidth } from '../../../features/grid/useWidth.ts'
import styles from './list.module.css'
import { QrDialog } from '../../../features/qr/QrDialog.tsx'

interface LinksGridProps {
  rows: Rows
  selecting: Selecting
  layout: ListLayout
  /** Number of rows in the view; `null` until known. */
  total: number | null
  star: RowHandlers['star']
  sortBy: (sort: SortName) => void
  /** The columns requested in the URL. */
  requestedColumns: RequestedColumns
  open: (id: string) => void
  /** Receives a function that moves the focus into the list. */
  entry: React.RefObject<(() => void) | null>
}

/** Renders only the visible rows. One row has the focus, which the arrow keys move. */
export function LinksGrid({
  rows,
  selecting,
  layout: { columns, density },
  total,
  star,
  sortBy,
  requestedColumns,
  open,
  entry,
}: LinksGridProps) {
  const grid = useGrid(rows, density, entry)
  const { scroller, virtual, current, setActive } = grid
  const width = useWidth(scroller)
  const { cells, template, narrow, isCounted } = useCells(columns, density, width, rows.view)
  const visits = useVisibleVisitLines(rows, grid.range, isCounted)
  const { press, toggle } = useGridKeys({ rows, selecting, grid, open })
  const query = useMemo(() => toQuery(rows.view, requestedColumns), [rows.view, requestedColumns])
  const [coded, setCoded] = useState<LibraryRow | null>(null)
  const [codeOpened, setCodeOpened] = useState(false)
  const qr = (row: LibraryRow) => {
    setCoded(row)
    setCodeOpened(true)
  }
  const rowHandlers = useStableCallbacks<RowHandlers>({ toggle, star, qr, open })
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div
        role="grid"
        aria-label="Links"
        aria-multiselectable
        aria-rowcount={total === null ? -1 : total + 1}
        className={styles['grid']}
        data-density={density}
        data-narrow={narrow || undefined}
        style={{ '--columns': template } as React.CSSProperties}
        onKeyDown={press}
      >
        <GridHeader rows={rows} selecting={selecting} cells={cells} sortBy={sortBy} />
        <VisitLines value={visits}>
          <div role="rowgroup" className={styles['body']} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows.at(index)
              return (
                <GridRow
                  key={index}
                  index={index}
                  start={start}
                  row={row}
                  selected={row !== undefined && selecting.has(row.id)}
                  tabIndex={index === current ? 0 : -1}
                  cells={cells}
                  hasOneEnvironment={rows.view.environment !== undefined}
                  query={query}
                  rowHandlers={rowHandlers}
                  focused={setActive}
                />
              )
            })}
          </div>
        </VisitLines>
      </div>
      <RowQrDialog row={coded} opened={codeOpened} close={() => setCodeOpened(false)} />
    </div>
  )
}

/**
 * Returns the cells that fit, without visits if no service reports them, and without values that the view fixes for all
 * rows.
 */
function useCells(
  chosen: ListLayout['columns'],
  density: ListLayout['density'],
  width: number,
  { profileId, environment }: LibraryView,
) {
  const reportsVisits = useReportsVisits()
  return useMemo(() => {
    const omitted: Partial<Record<ColumnName, boolean>> = {
      visits: !reportsVisits,
      opened: !reportsVisits,
      profile: profileId !== undefined,
      environment: environment !== undefined,
    }
    const known = chosen.filter((name) => !omitted[name])
    const columns = fitColumns(known, density, width)
    return { ...columns, isCounted: columns.cells.some(({ names }) => names.includes('visits')) }
  }, [chosen, density, width, reportsVisits, profileId, environment])
}

/** Shows the most recently requested QR code. */
function RowQrDialog({ row, ...rest }: { row: LibraryRow | null; opened: boolean; close: () => void }) {
  if (row === null || row.link === null) return null
  return <QrDialog key={row.id} link={row.link} profileId={row.profileId} {...rest} />
}

type GridRowProps = Omit<ComponentProps<typeof LinkRow>, 'row'> & {
  row: LibraryRow | undefined
  start: number
  focused: (index: number) => void
}

/** Shows a row at its position; empty while its page loads. */
const GridRow = memo(function GridRow({ row, start, focused, ...rest }: GridRowProps) {
  const { index, selected, tabIndex } = rest
  return (
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-busy={row === undefined}
      tabIndex={tabIndex}
      className={styles['row']}
      style={{ top: start }}
      onFocus={() => focused(index)}
    >
      {row && <LinkRow row={row} {...rest} />}
    </div>
  )
})
