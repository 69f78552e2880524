import { SegmentedControl } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Run } from '../../../../contract/runs/run.ts'
import type { ChangeRowFilter } from '../../../api/changeRuns.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { RowsGrid } from '../rows/RowsGrid.tsx'
import { useCellGrid } from '../rows/useCellGrid.ts'
import { useCellKeys } from '../rows/useCellKeys.ts'
import { totalRows } from '../rows/useRunRows.ts'
import { ChangeRowBar } from './ChangeRowBar.tsx'
import { changeColumns, changeStates, useChangeRows } from './useChangeRows.ts'
import styles from '../shared/step.module.css'

interface ChangeRowsProps {
  run: Run
  label: string
  /** Summarizes the rows; `null` while they are being sent. */
  sentence: string | null
  isClean: boolean
  actions: ReactNode
}

/** The rows of a run of changes: each link with its difference, or with why it isn't changed. */
export function ChangeRows({ run, label, sentence, isClean, actions }: ChangeRowsProps) {
  const [show, setShow] = useState<ChangeRowFilter>('all')
  const rows = useChangeRows(run, show)
  const grid = useCellGrid(rows, changeColumns, changeColumns.length - 1)
  const keys = useCellKeys({
    ...{ rows, grid },
    columns: changeColumns,
    edits: null,
    goToNextError: () => undefined,
  })
  const filters = filtersOf(run, show)
  const Icon = isClean ? CircleCheck : CircleAlert
  return (
    <section className={styles['fill']} aria-label={label}>
      <div className={styles['bar']}>
        {sentence !== null && (
          <p role="status" className={styles['sentence']} data-tone={isClean ? 'good' : 'warn'}>
            <Icon size={17} aria-hidden />
            <span>{sentence}</span>
          </p>
        )}
        <div className={styles['tools']} data-print="hidden">
          {filters.length > 1 && (
            <SegmentedControl
              aria-label="Rows shown"
              value={show}
              onChange={(value) => setShow(value as ChangeRowFilter)}
              data={filters}
            />
          )}
          {actions}
        </div>
      </div>
      <RowsGrid
        {...{ label, rows, grid, keys }}
        columns={changeColumns}
        canEdit={false}
        states={changeStates(run)}
      />
      <ChangeRowBar run={run} row={rows.at(grid.current.row) ?? null} />
    </section>
  )
}

/** Returns the filters that select any rows, and the selected one. */
function filtersOf(run: Run, show: ChangeRowFilter) {
  const { counts, conflicts, withWarnings } = run
  const names = changeStates(run)
  const filters: { value: ChangeRowFilter; label: string; count: number }[] = [
    { value: 'ready', label: names.ready.label, count: counts.ready },
    { value: 'created', label: names.created.label, count: counts.created },
    { value: 'conflict', label: 'By somebody else', count: conflicts },
    { value: 'failed', label: names.failed.label, count: counts.failed === conflicts ? 0 : counts.failed },
    { value: 'unknown', label: names.unknown.label, count: counts.unknown },
    { value: 'existing', label: names.existing.label, count: counts.existing },
    { value: 'faulty', label: run.checked ? 'Can’t be changed' : names.faulty.label, count: counts.faulty },
    { value: 'skipped', label: names.skipped.label, count: counts.skipped },
    { value: 'withWarnings', label: 'Warnings', count: withWarnings },
  ]
  const total = totalRows(run)
  const all = { value: 'all', label: 'All', count: total }
  // One that selects all rows selects nothing.
  const useful = filters.filter(({ value, count }) => (count > 0 && count < total) || value === show)
  return [all, ...useful].map(({ value, label, count }) => ({
    value,
    label: `${label} ${formatNumber(count)}`,
  }))
}
