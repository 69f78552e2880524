import { Group, SegmentedControl } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { namesOf } from '../../../../contract/service/link/fields.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import type { RowFilter } from '../../../api/runRows.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { totalRows } from './useRunRows.ts'
import { IconLine } from '../../../ui/IconLine.tsx'

interface RowsHeadProps {
  run: Run
  /** Summarizes the rows; `null` while they are being sent. */
  sentence: string | null
  isClean: boolean
  /** The labels of the filters besides *All*, in order. */
  filters: Partial<Record<RowFilter, string>>
  show: RowFilter
  setShow: (show: RowFilter) => void
  /** Buttons after the filters. */
  children: ReactNode
}

/** Shows a summary of a run's rows, the filters, and the buttons. */
export function RowsHead({ run, sentence, isClean, filters, show, setShow, children }: RowsHeadProps) {
  const choices = listFilters(run, filters, show)
  return (
    <Group {...headBar}>
      {sentence !== null && (
        <IconLine
          icon={isClean ? CircleCheck : CircleAlert}
          size={17}
          iconColor={isClean ? 'var(--good-text)' : 'var(--warn-text)'}
          flex="1 1 260px"
          fw={550}
          role="status"
        >
          {sentence}
        </IconLine>
      )}
      <Group gap="xs" data-print="hidden">
        {choices.length > 1 && (
          <SegmentedControl aria-label="Rows shown" value={show} onChange={setShow} data={choices} />
        )}
        {children}
      </Group>
    </Group>
  )
}

/** The look of the bar above the rows or columns of a run. */
export const headBar = {
  flex: 'none',
  gap: '8px 16px',
  justify: 'space-between',
  mih: 48,
  p: '6px var(--gutter) 10px',
} as const

/** Returns the filters that match some but not all rows, and the selected one. A filter of all rows is *All*. */
function listFilters(run: Run, labels: RowsHeadProps['filters'], show: RowFilter) {
  const total = totalRows(run)
  const counts: Partial<Record<RowFilter, number>> = {
    ...run.counts,
    all: total,
    withWarnings: run.withWarnings,
    conflict: run.conflicts,
  }
  const useful = namesOf(labels).filter((value) => {
    const count = counts[value] ?? 0
    return value === show || (count > 0 && count < total)
  })
  return (['all', ...useful] as const).map((value) => {
    const label = value === 'all' ? 'All' : (labels[value] ?? '')
    const count = counts[value]
    return { value, label: count === undefined ? label : `${label} ${formatNumber(count)}` }
  })
}
