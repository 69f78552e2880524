import { CircleAlert, Info } from 'lucide-react'
import { memo } from 'react'
import type { RunRow } from '../../../../contract/runs/run.ts'
import { Badge } from '../../../ui/Badge.tsx'
import type { GridColumn } from './columns.ts'
import { rowStates } from './rowStates.ts'
import styles from './rows.module.css'

/** In characters: more of a text is never seen in a cell. */
const longestShown = 200

export interface DrawnColumn {
  index: number
  start: number
  size: number
}

interface RowCellsProps {
  row: RunRow
  index: number
  columns: readonly GridColumn[]
  drawn: readonly DrawnColumn[]
  /** The column with the focus in this row; `null` in the others. */
  focused: number | null
  begin: (row: number, column: number) => void
}

/** The cells of a row that are in sight. What is wrong with one stands in it for whoever cannot see its sign. */
export const RowCells = memo(function RowCells(props: RowCellsProps) {
  const { row, index, columns, drawn, focused, begin } = props
  const whole = [...row.faults, ...row.remarks].filter(({ column }) => column === null)
  const { label, tone } = rowStates[row.state]
  return (
    <>
      <div
        role="rowheader"
        className={styles['lead']}
        data-cell={`${String(index)}:-1`}
        tabIndex={focused === -1 ? 0 : -1}
      >
        <span className={styles['number']}>{row.number.toLocaleString()}</span>
        <Badge tone={tone}>{label}</Badge>
        {row.faults.length === 0 && row.remarks.length > 0 && (
          <Info size={14} className={styles['remarkSign']} aria-hidden />
        )}
        {whole.length > 0 && <Said texts={whole} />}
      </div>
      {drawn.map(({ index: at, start, size }) => {
        const column = columns[at]
        if (!column) return null
        const faults = column.cell === null ? [] : row.faults.filter((fault) => fault.column === column.cell)
        const remarks = column.cell === null ? [] : row.remarks.filter((one) => one.column === column.cell)
        const text = column.text(row)
        const said = [...faults, ...remarks]
        return (
          <div
            key={column.key}
            role="gridcell"
            className={styles['cell']}
            data-cell={`${String(index)}:${String(at)}`}
            data-fault={faults.length > 0 || undefined}
            data-remark={(faults.length === 0 && remarks.length > 0) || undefined}
            data-own={column.cell === null || undefined}
            aria-colindex={at + 2}
            aria-invalid={faults.length > 0 || undefined}
            tabIndex={focused === at ? 0 : -1}
            title={
              said.map((one) => one.text).join('\n') || (text.length > 24 ? text.slice(0, 1_000) : undefined)
            }
            style={{ left: start, width: size }}
            onDoubleClick={() => begin(index, at)}
          >
            {faults.length > 0 && <CircleAlert size={14} aria-hidden />}
            {faults.length === 0 && remarks.length > 0 && <Info size={14} aria-hidden />}
            <span className={styles['text']}>{text.slice(0, longestShown)}</span>
            {said.length > 0 && <Said texts={said} />}
          </div>
        )
      })}
    </>
  )
})

function Said({ texts }: { texts: readonly { text: string }[] }) {
  return <span className={styles['said']}>{texts.map(({ text }) => text).join(' ')}</span>
}
