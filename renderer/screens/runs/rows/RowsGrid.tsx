import { useCallback, useEffect, useRef } from 'react'
import type { RunRow } from '../../../../contract/runs/run.ts'
import { CellField } from './CellField.tsx'
import type { GridColumn } from './columns.ts'
import { PrintedRows } from './PrintedRows.tsx'
import { RowCells } from './RowCells.tsx'
import { rowStates } from './rowStates.ts'
import type { RowStates } from './rowStates.ts'
import { stateColumnWidth, cellOfTarget } from './useCellGrid.ts'
import type { CellGrid } from './useCellGrid.ts'
import type { useCellKeys } from './useCellKeys.ts'
import type { RunRows } from './useRunRows.ts'
import styles from './rows.module.css'
import { formatNumber } from '../../../ui/formatCount.ts'

interface RowsGridProps {
  label: string
  rows: RunRows
  columns: readonly GridColumn[]
  grid: CellGrid
  keys: ReturnType<typeof useCellKeys>
  canEdit: boolean
  /** What the states of rows are called. */
  states?: RowStates
}

/**
 * Shows a table, however long and wide, of which only the visible part is drawn. One cell has the focus; arrows move
 * it.
 */
export function RowsGrid(props: RowsGridProps) {
  const { label, rows, columns, grid, keys, canEdit, states = rowStates } = props
  const { scroller, vertical, horizontal, current, setActive } = grid
  const drawn = horizontal.getVirtualItems()
  const width = Math.max(stateColumnWidth, horizontal.getTotalSize())
  const begin = useSteady((row: number, column: number) => keys.begin({ row, column }))
  const focus = (event: React.FocusEvent) => {
    const place = cellOfTarget(event.target)
    if (place) setActive(place)
  }
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div
        role="grid"
        aria-label={label}
        aria-readonly={!canEdit}
        aria-rowcount={rows.hasMore ? -1 : rows.count + 1}
        aria-colcount={columns.length + 1}
        className={styles['grid']}
        style={{ width }}
        onKeyDown={keys.press}
        onPaste={keys.paste}
        onFocus={focus}
      >
        <Header columns={columns} drawn={drawn} />
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
                  <RowCells {...{ row, index, columns, states, drawn, focused, begin }} />
                ) : (
                  <BlankRow index={index} focused={focused} />
                )}
                {row && <Field keys={keys} row={row} index={index} columns={columns} drawn={drawn} />}
              </div>
            )
          })}
        </div>
      </div>
      <PrintedRows rows={rows} columns={columns} states={states} />
    </div>
  )
}

/** A row whose page is on its way keeps the focus that it has. */
function BlankRow({ index, focused }: { index: number; focused: number | null }) {
  return (
    <div
      role="gridcell"
      className={styles['lead']}
      data-cell={`${String(index)}:${String(focused ?? -1)}`}
      data-blank
      tabIndex={focused === null ? -1 : 0}
    >
      <span className={styles['forScreenReaders']}>Loading</span>
    </div>
  )
}

type VisibleColumns = readonly { index: number; start: number; size: number }[]

function Header({ columns, drawn }: { columns: readonly GridColumn[]; drawn: VisibleColumns }) {
  return (
    <div role="rowgroup" className={styles['header']}>
      <div role="row" aria-rowindex={1} className={styles['headerRow']}>
        <div role="columnheader" className={styles['lead']}>
          Row
        </div>
        {drawn.map(({ index, start, size }) => (
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

interface FieldProps {
  keys: RowsGridProps['keys']
  row: RunRow
  index: number
  columns: readonly GridColumn[]
  drawn: VisibleColumns
}

function Field({ keys: { editing, finish }, row, index, columns, drawn }: FieldProps) {
  if (editing?.place.row !== index) return null
  const column = columns[editing.place.column]
  const at = drawn.find((item) => item.index === editing.place.column)
  if (!column || !at) return null
  return (
    <div
      role="gridcell"
      className={styles['editing']}
      style={{ left: at.start, width: Math.max(at.size, 220) }}
    >
      <CellField
        label={`${column.label}, row ${formatNumber(row.number)}`}
        text={editing.text}
        finish={finish}
      />
    </div>
  )
}

/** The same function from one drawing to the next: rows that stay need not be drawn again. */
function useSteady<A extends unknown[]>(act: (...of: A) => void): (...of: A) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...of: A) => latest.current(...of), [])
}
