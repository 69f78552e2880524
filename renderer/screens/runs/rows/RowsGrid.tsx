import { Box, VisuallyHidden } from '@mantine/core'
import { cellName, cellOfTarget } from '../../../features/grid/useGrid.ts'
import { CellField } from './CellField.tsx'
import type { AllowedValues } from '../shared/useAllowedValues.ts'
import type { GridColumn } from './columns.ts'
import { PrintedRows } from './PrintedRows.tsx'
import { RowCells } from './RowCells.tsx'
import { rowStates, type RowStates } from './rowStates.ts'
import { stateColumnWidth, type CellGrid } from './useCellGrid.ts'
import type { useCellKeys } from './useCellKeys.ts'
import type { RunRows } from './useRunRows.ts'
import styles from './rows.module.css'
import { formatNumber } from '../../../ui/formatCount.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { useStableCallbacks } from '../../../ui/useStableCallbacks.ts'

interface RowsGridProps {
  label: string
  rows: RunRows
  columns: readonly GridColumn[]
  grid: CellGrid
  keys: ReturnType<typeof useCellKeys>
  /** Returns the values that the rules allow in a cell. */
  allowed?: AllowedValues | undefined
  /** Labels and colours of the row states. */
  states?: RowStates
}

/** Shows a table of any size; only the visible part is rendered. One cell has the focus, and arrow keys move it. */
export function RowsGrid(props: RowsGridProps) {
  const { label, rows, columns, grid, keys, allowed, states = rowStates } = props
  const { scroller, vertical, horizontal, current, setActive } = grid
  const visible = horizontal.getVirtualItems()
  const width = Math.max(stateColumnWidth, horizontal.getTotalSize())
  const { begin } = useStableCallbacks<{ begin: (row: number, column: number) => void }>({
    begin: (row, column) => keys.begin({ row, column }),
  })
  const focus = (event: React.FocusEvent) => {
    const cell = cellOfTarget(event.target)
    if (cell) setActive(cell)
  }
  return (
    <div ref={scroller} className={styles['scroller']}>
      {rows.problem && (
        // Always visible, however far the table is scrolled.
        <Box pos="sticky" top={0} left={0} p="12px var(--gutter)" bg="var(--surface)" style={{ zIndex: 4 }}>
          <ProblemView problem={rows.problem} retry={rows.retry} />
        </Box>
      )}
      <div
        role="grid"
        aria-label={label}
        aria-readonly={!keys.canEdit}
        aria-rowcount={rows.isWhole ? rows.count + 1 : -1}
        aria-colcount={columns.length + 1}
        className={styles['grid']}
        style={{ width }}
        onKeyDown={keys.press}
        onPaste={keys.paste}
        onFocus={focus}
      >
        <Header columns={columns} visible={visible} />
        <div role="rowgroup" className={styles['body']} style={{ height: vertical.getTotalSize() }}>
          {vertical.getVirtualItems().map(({ index, start }) => {
            const row = rows.at(index)
            const focused = index === current.row ? current.column : null
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                aria-busy={row === undefined}
                className={styles['row']}
                data-skipped={(row && states[row.state].isStruck) || undefined}
                style={{ transform: `translateY(${String(start)}px)` }}
              >
                {row ? (
                  <RowCells {...{ row, index, columns, states, visible, focused, begin }} />
                ) : (
                  <BlankRow index={index} focused={focused} />
                )}
                <Field {...{ keys, index, columns, visible, allowed }} />
              </div>
            )
          })}
        </div>
      </div>
      <PrintedRows rows={rows} columns={columns} states={states} />
    </div>
  )
}

/** Placeholder for a row that is still loading. It keeps the focus. */
function BlankRow({ index, focused }: { index: number; focused: number | null }) {
  return (
    <div
      role="gridcell"
      className={styles['lead']}
      data-cell={cellName({ row: index, column: focused ?? -1 })}
      data-blank
      tabIndex={focused === null ? -1 : 0}
    >
      <VisuallyHidden>Loading</VisuallyHidden>
    </div>
  )
}

type VisibleColumns = readonly { index: number; start: number; size: number }[]

function Header({ columns, visible }: { columns: readonly GridColumn[]; visible: VisibleColumns }) {
  return (
    <div role="rowgroup" className={styles['header']}>
      <div role="row" aria-rowindex={1} className={styles['headerRow']}>
        <div role="columnheader" className={styles['lead']}>
          <span className={styles['number']}>Row</span>
        </div>
        {visible.map(({ index, start, size }) => (
          <div
            key={index}
            role="columnheader"
            aria-colindex={index + 2}
            className={styles['cell']}
            title={columns[index]?.label}
            style={{ left: start, width: size }}
          >
            <span className={styles['text']}>{columns[index]?.label.slice(0, 100)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

interface FieldProps extends Pick<RowsGridProps, 'keys' | 'allowed'> {
  index: number
  columns: readonly GridColumn[]
  visible: VisibleColumns
}

function Field({ keys: { editing, finish }, index, columns, visible, allowed }: FieldProps) {
  if (editing?.cell.row !== index) return null
  const column = columns[editing.cell.column]
  const item = visible.find((item) => item.index === editing.cell.column)
  if (!column || !item) return null
  return (
    <div
      role="gridcell"
      className={styles['editing']}
      style={{ left: item.start, width: Math.max(item.size, 220) }}
    >
      <CellField
        label={`${column.label}, row ${formatNumber(editing.row.number)}`}
        text={editing.text}
        allowed={(column.cell !== null && allowed?.(column.cell, editing.row)) || []}
        finish={finish}
      />
    </div>
  )
}
