import { Group, SegmentedControl } from '@mantine/core'
import { CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../ui/formatCount.ts'
import styles from './step.module.css'

interface RowsHeadProps<Filter extends string> {
  /** Summarizes the rows; `null` while they are being sent. */
  sentence: string | null
  isClean: boolean
  /** Shown if the rows are not clean. */
  icon?: LucideIcon
  filters: readonly RowsFilter<Filter>[]
  show: Filter
  setShow: (show: Filter) => void
  /** Buttons after the filters. */
  children: ReactNode
}

/** A filter for rows, and how many rows it matches, if that is known. */
export interface RowsFilter<Filter extends string> {
  value: Filter
  label: string
  count?: number
}

/** Shows a summary of a run's rows, the filters, and the buttons. */
export function RowsHead<Filter extends string>({
  sentence,
  isClean,
  icon = CircleAlert,
  filters,
  show,
  setShow,
  children,
}: RowsHeadProps<Filter>) {
  const Icon = isClean ? CircleCheck : icon
  return (
    <div className={styles['bar']}>
      {sentence !== null && (
        <p role="status" className={styles['sentence']} data-tone={isClean ? 'good' : 'warn'}>
          <Icon size={17} aria-hidden />
          <span>{sentence}</span>
        </p>
      )}
      <Group gap="xs" data-print="hidden">
        {filters.length > 1 && (
          <SegmentedControl
            aria-label="Rows shown"
            value={show}
            onChange={setShow}
            data={filters.map(({ value, label, count }) => ({
              value,
              label: count === undefined ? label : `${label} ${formatNumber(count)}`,
            }))}
          />
        )}
        {children}
      </Group>
    </div>
  )
}
