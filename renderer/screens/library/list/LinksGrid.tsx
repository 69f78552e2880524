import { useDisclosure } from '@mantine/hooks'
import { memo, useImperativeHandle, useMemo, useState, type ComponentProps } from 'react'
import type { SortName } from '../../../../contract/app/library/columns/columnLists.ts'
import type { ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import type { ListLayout } from '../../../../contract/app/library/layout.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import type { Selecting } from '../many/useSelection.ts'
import { fitColumns } from './columns.ts'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'
import { useKeptRow } from '../view/keptView.ts'
import { toQuery } from '../view/viewQuery.ts'
import { GridHeader, type PreviewedWidth } from './GridHeader.tsx'
import { LinkRow } from './LinkRow.tsx'
import { cellId } from './RowCell.tsx'
import type { RowHandlers } from './RowActions.tsx'
import type { LayoutControls } from '../view/useColumns.ts'
import { useFollowedLink, useLinkGrid } from './useLinkGrid.ts'
import { useRowCommands } from './useRowCommands.ts'
import { useRowMenu } from './RowMenu.tsx'
import { useGridKeys } from './useGridKeys.ts'
import type { Rows } from './useRows.ts'
import { useReportsVisits } from '../../../session/useReportsVisits.ts'
import { useVisibleVisitLines, VisitLines } from './visitLines.ts'
import { cellName } from '../../../features/grid/useGrid.ts'
import { useWidth } from '../../../features/grid/useWidth.ts'
import styles from './list.module.css'
import { QrDialog } from '../../../features/qr/QrDialog.tsx'

const rowHeights: Record<ListLayout['density'], number> = { comfortable: 60, compact: 36 }

type Grid = ReturnType<typeof useLinkGrid>

interface LinksGridProps {
  rows: Rows
  selecting: Selecting
  layout: LayoutControls
  /** Number of rows in the view; `null` until known. */
  total: number | null
  star: RowHandlers['star']
  sortBy: (sort: SortName) => void
  /** The link that is shown beside the list. */
  shownId: string | null
  open: (id: string) => void
  /** Receives a function that moves the focus into the list. */
  entry: React.RefObject<(() => unknown) | null>
}

/** Renders only the visible rows. One row has the focus, which the arrow keys move. */
export function LinksGrid({
  rows,
  selecting,
  layout,
  total,
  star,
  sortBy,
  shownId,
  open,
  entry,
}: LinksGridProps) {
  const { density } = layout
  const grid = useLinkGrid(rows, rowHeights[density])
  const { scroller, vertical, current, setActive, show, focusCurrent } = grid
  useImperativeHandle(entry, () => focusCurrent)
  const { names, template, narrow, isCounted, preview } = useGridColumns(layout, rows.view, scroller)
  const visits = useVisibleVisitLines(rows, grid.range, isCounted)
  const { press, toggle } = useGridKeys({ rows, selecting, grid, open })
  const query = useMemo(() => toQuery(rows.view), [rows.view])
  useKeptRow(query, { scroller, rowHeight: rowHeights[density], rows })
  const actions = useRowActions(rows, { toggle, star, open })
  useFollowedLink(rows, shownId, show)
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div
        role="grid"
        aria-label="Links"
        aria-multiselectable
        aria-rowcount={total === null ? -1 : total + 1}
        data-density={density}
        data-narrow={narrow || undefined}
        style={{ '--columns': template } as React.CSSProperties}
        onKeyDown={press}
      >
        <GridHeader {...{ rows, selecting, names, sortBy, layout, preview }} />
        <VisitLines value={visits}>
          <div
            role="rowgroup"
            className={styles['body']}
            style={{ height: vertical.getTotalSize() }}
            onContextMenu={actions.openMenu}
          >
            {vertical.getVirtualItems().map(({ index, start }) => {
              const row = rows.at(index)
              return (
                <GridRow
                  key={index - grid.moved}
                  index={index}
                  start={start}
                  row={row}
                  isShown={row !== undefined && row.id === shownId}
                  selected={row !== undefined && selecting.has(row.id)}
                  tabIndex={index === current.row ? 0 : -1}
                  names={names}
                  hidesLink={names.includes('path')}
                  hasOneEnvironment={rows.view.environment !== undefined}
                  rowHandlers={actions.rowHandlers}
                  focused={setActive}
                />
              )
            })}
          </div>
        </VisitLines>
      </div>
      {actions.overlays}
    </div>
  )
}

/**
 * Returns the columns that fit, also while one is being resized: without visits if no service reports them, and without
 * values that the view fixes for all rows.
 */
function useGridColumns(
  layout: ListLayout,
  { profileId, environment }: LibraryView,
  scroller: React.RefObject<HTMLElement | null>,
) {
  const width = useWidth(scroller)
  const reportsVisits = useReportsVisits()
  const [previewed, preview] = useState<PreviewedWidth | null>(null)
  const columns = useMemo(() => {
    const omitted: Partial<Record<ColumnName, boolean>> = {
      visits: !reportsVisits,
      opened: !reportsVisits,
      profile: profileId !== undefined,
      environment: environment !== undefined,
    }
    const known = layout.columns.filter((name) => !omitted[name])
    const widths = { ...layout.widths, ...previewed }
    const fitting = fitColumns({ ...layout, columns: known, widths }, width)
    return { ...fitting, isCounted: fitting.names.includes('visits') }
  }, [layout, previewed, width, reportsVisits, profileId, environment])
  return { ...columns, preview }
}

/** Returns what a row's icons, keys and context menu do, and the menus and dialogs that they open. */
function useRowActions(rows: Rows, { toggle, star, open }: Omit<RowHandlers, 'qr'>) {
  const [coded, setCoded] = useState<LibraryRow | null>(null)
  const [opened, { open: show, close }] = useDisclosure(false)
  const qr = (row: LibraryRow) => {
    setCoded(row)
    show()
  }
  const rowHandlers = useStableCallbacks<RowHandlers>({ toggle, star, qr, open })
  const { open: openMenu, menu } = useRowMenu(rows.at, useRowCommands(rowHandlers))
  const overlays = (
    <>
      {menu}
      {coded !== null && coded.link !== null && (
        <QrDialog
          key={coded.id}
          link={coded.link}
          profileId={coded.profileId}
          opened={opened}
          close={close}
        />
      )}
    </>
  )
  return { rowHandlers, openMenu, overlays }
}

type GridRowProps = Omit<ComponentProps<typeof LinkRow>, 'row'> & {
  row: LibraryRow | undefined
  start: number
  isShown: boolean
  focused: Grid['setActive']
}

/** Shows a row at its position; empty while its page loads. */
const GridRow = memo(function GridRow({ row, start, isShown, focused, ...rest }: GridRowProps) {
  const { index, selected, tabIndex, names } = rest
  // Otherwise the row's name has that of every button in it.
  return (
    <div
      role="row"
      data-cell={cellName({ row: index, column: -1 })}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-labelledby={row && (['title', ...names] as const).map((name) => cellId(row.id, name)).join(' ')}
      aria-busy={row === undefined}
      aria-current={isShown || undefined}
      tabIndex={tabIndex}
      className={styles['row']}
      style={{ top: start }}
      onFocus={() => focused({ row: index, column: -1 })}
    >
      {row && <LinkRow row={row} {...rest} />}
    </div>
  )
})
