import { Button } from '@mantine/core'
import { CircleAlert, Info, Keyboard } from 'lucide-react'
import type { Run, RunRow } from '../../../../contract/runs/run.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useRefreshRows, useRunCall } from '../../../api/runs.ts'
import { sayProblem } from '../../../ui/problem/sayProblem.tsx'
import { ChangeAlike } from './ChangeAlike.tsx'
import styles from './check.module.css'

interface FaultBarProps {
  run: Run
  /** The row with the focus; `null` while it is on its way. */
  row: RunRow | null
  /** Its column with the focus. */
  column: number
  label: string
}

/** What is said of the cell with the focus, and what can be done about it. Its place stays where nothing is said. */
export function FaultBar({ run, row, column, label }: FaultBarProps) {
  const skip = useRunCall('runs.skip')
  const refresh = useRefreshRows()
  if (!row) return <div className={styles['faultBar']} />
  const isHere = (at: number | null) => at === null || at === column
  const faults = row.faults.filter((fault) => isHere(fault.column))
  const remarks = row.remarks.filter((remark) => isHere(remark.column))
  const elsewhere = row.faults.filter((fault) => !faults.includes(fault))
  const isSkipped = row.state === 'skipped'
  const text = row.cells[column] ?? ''
  const toggle = () =>
    skip.mutate(
      { id: run.id, which: [row.number], skip: !isSkipped },
      { onSuccess: refresh, onError: ({ problem }: ProblemError) => sayProblem(problem) },
    )
  return (
    <div className={styles['faultBar']} role="group" aria-label="The cell with the focus">
      <div className={styles['saidHere']}>
        <strong>
          Row {row.number.toLocaleString()}
          {label !== '' && ` · ${label}`}
        </strong>
        {faults.map((fault) => (
          <span key={fault.text} data-tone="bad">
            <CircleAlert size={14} aria-hidden /> {fault.text}
          </span>
        ))}
        {remarks.map((remark) => (
          <span key={remark.text} data-tone="warn">
            <Info size={14} aria-hidden /> {remark.text}
          </span>
        ))}
        {elsewhere.map((fault) => (
          <span key={fault.text} data-tone="bad">
            <CircleAlert size={14} aria-hidden /> {run.header[fault.column ?? 0]}: {fault.text}
          </span>
        ))}
        {faults.length + remarks.length + elsewhere.length === 0 && (
          <span>
            <Keyboard size={14} aria-hidden />
            Enter changes a cell, Escape takes that back, F8 goes to the next one to fix.
          </span>
        )}
      </div>
      <div className={styles['doings']}>
        {column >= 0 && faults.length + remarks.length > 0 && (
          <ChangeAlike
            key={`${String(column)} ${text}`}
            run={run}
            column={column}
            text={text}
            label={label}
          />
        )}
        <Button size="compact-sm" variant="default" loading={skip.isPending} onClick={toggle}>
          {isSkipped ? 'Take this row in again' : 'Leave this row out'}
        </Button>
      </div>
    </div>
  )
}
