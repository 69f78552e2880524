import { Button } from '@mantine/core'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import styles from '../shared/step.module.css'

interface RowBarProps {
  label: string
  row: RunRow
  /** The name of the focused column. */
  column?: string
  /** Buttons after the texts. */
  actions?: ReactNode
  children: ReactNode
}

/** Shows texts about the focused row below the grid, with actions. */
export function RowBar({ label, row, column = '', actions, children }: RowBarProps) {
  return (
    <div className={styles['rowBar']} data-print="hidden" role="group" aria-label={label}>
      <div className={styles['rowText']} key={row.number}>
        <strong>
          Row {formatNumber(row.number)}
          {column !== '' && ` · ${column}`}
        </strong>
        {children}
      </div>
      {actions}
    </div>
  )
}

interface RowTextProps {
  tone?: 'bad' | 'warn' | undefined
  icon?: LucideIcon
  children: ReactNode
}

/** One text about the focused row. */
export function RowText({ tone, icon: Icon = CircleAlert, children }: RowTextProps) {
  return (
    <span data-tone={tone}>
      <Icon size={14} aria-hidden /> {children}
    </span>
  )
}

/** Leaves a row out of the run, or includes it again. */
export function SkipButton({ run, row }: { run: Run; row: RunRow }) {
  const skip = useRunAction('runs.skip')
  const isSkipped = row.state === 'skipped'
  const toggle = () => skip.mutate({ id: run.id, which: [row.number], skip: !isSkipped })
  return (
    <Button size="compact-sm" variant="default" loading={skip.isPending} onClick={toggle}>
      {isSkipped ? 'Include this row' : 'Leave this row out'}
    </Button>
  )
}
