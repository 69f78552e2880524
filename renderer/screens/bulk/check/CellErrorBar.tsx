import { Button } from '@mantine/core'
import { CircleAlert, Info, Keyboard } from 'lucide-react'
import type { Run, RunRow } from '../../../../contract/runs/run.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useRefreshRows } from '../../../api/runCells.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { ReplaceMatching } from './ReplaceMatching.tsx'
import styles from './check.module.css'

interface CellErrorBarProps {
  run: Run
  /** The row with the focus; `null` while it is on its way. */
  row: RunRow | null
  /** Its column with the focus. */
  column: number
  label: string
}

/** Errors and warnings of the focused cell, with actions. Keeps its height if there are none. */
export function CellErrorBar({ run, row, column, label }: CellErrorBarProps) {
  const skip = useRunMutation('runs.skip')
  const refresh = useRefreshRows()
  if (!row) return <div className={styles['faultBar']} />
  const isHere = (at: number | null) => at === null || at === column
  const errors = row.faults.filter((fault) => isHere(fault.column))
  const warnings = row.remarks.filter((remark) => isHere(remark.column))
  const elsewhere = row.faults.filter((fault) => !errors.includes(fault))
  const isSkipped = row.state === 'skipped'
  const text = row.cells[column] ?? ''
  const isQuiet =
    errors.length + warnings.length + elsewhere.length === 0 &&
    row.state !== 'existing' &&
    !isTrimmed(run, column, text)
  const toggle = () =>
    skip.mutate(
      { id: run.id, which: [row.number], skip: !isSkipped },
      { onSuccess: refresh, onError: ({ problem }: ProblemError) => showProblemToast(problem) },
    )
  return (
    <div className={styles['faultBar']} role="group" aria-label="The cell with the focus">
      <div className={styles['saidHere']}>
        <strong>
          Row {row.number.toLocaleString()}
          {label !== '' && ` · ${label}`}
        </strong>
        {errors.map((fault) => (
          <span key={fault.text} data-tone="bad">
            <CircleAlert size={14} aria-hidden /> {fault.text}
          </span>
        ))}
        {warnings.map((remark) => (
          <span key={remark.text} data-tone="warn">
            <Info size={14} aria-hidden /> {remark.text}
          </span>
        ))}
        {isTrimmed(run, column, text) && (
          <span>
            <Info size={14} aria-hidden /> Spaces at the start or end are left out.
          </span>
        )}
        {elsewhere.map((fault) => (
          <span key={fault.text} data-tone="bad">
            <CircleAlert size={14} aria-hidden /> {run.header[fault.column ?? 0]}: {fault.text}
          </span>
        ))}
        {row.state === 'existing' && (
          <span>
            <Info size={14} aria-hidden /> Your library already has this link
            {row.link === null ? '.' : `: ${row.link}`}
          </span>
        )}
        {isQuiet && (
          <span>
            <Keyboard size={14} aria-hidden />
            Enter edits a cell, Escape cancels, F8 goes to the next error.
          </span>
        )}
      </div>
      <div className={styles['doings']}>
        {column >= 0 && errors.length + warnings.length > 0 && (
          <ReplaceMatching
            key={`${String(column)} ${text}`}
            run={run}
            column={column}
            text={text}
            label={label}
          />
        )}
        {row.state !== 'existing' && (
          <Button size="compact-sm" variant="default" loading={skip.isPending} onClick={toggle}>
            {isSkipped ? 'Include this row' : 'Leave this row out'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Whether a cell is sent without its outer spaces. That needs no correction, so it is no warning. */
function isTrimmed({ mapping }: Run, column: number, text: string): boolean {
  const use = mapping.columns[column]
  return use?.to === 'field' && use.field !== 'data' && text.trim() !== '' && text !== text.trim()
}
