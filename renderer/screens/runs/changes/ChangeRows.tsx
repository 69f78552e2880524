import { Stack } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import type { RowFilter } from '../../../api/runRows.ts'
import { RowsGrid } from '../rows/RowsGrid.tsx'
import { useCellGrid } from '../rows/useCellGrid.ts'
import { useCellKeys } from '../rows/useCellKeys.ts'
import { totalRows, useRunRows } from '../rows/useRunRows.ts'
import { RowsHead, type RowsFilter } from '../shared/RowsHead.tsx'
import { ChangeRowBar } from './ChangeRowBar.tsx'
import { createChangeColumns, changeStates } from './changeColumns.ts'

interface ChangeRowsProps {
  run: Run
  label: string
  /** Summary of the rows; `null` while they are being sent. */
  sentence: string | null
  isClean: boolean
  actions: ReactNode
}

/** Shows the rows of a change run: each link with its changes, or why it isn't changed. */
export function ChangeRows({ run, label, sentence, isClean, actions }: ChangeRowsProps) {
  const [show, setShow] = useState<RowFilter>('all')
  const rows = useRunRows(run, show)
  const { change } = run
  const columns = useMemo(() => createChangeColumns({ change }), [change])
  const grid = useCellGrid(rows, columns, columns.length - 1)
  const keys = useCellKeys({
    ...{ rows, grid, columns },
    edits: null,
    goToNextError: () => undefined,
  })
  return (
    <Stack component="section" gap={0} flex={1} mih={0} aria-label={label}>
      <RowsHead {...{ sentence, isClean, show, setShow }} filters={listFilters(run, show)}>
        {actions}
      </RowsHead>
      <RowsGrid {...{ label, rows, columns, grid, keys }} canEdit={false} states={changeStates(run)} />
      <ChangeRowBar run={run} row={rows.at(grid.current.row) ?? null} />
    </Stack>
  )
}

/** Returns the filters that match some but not all rows, and the selected one. */
function listFilters(run: Run, show: RowFilter): RowsFilter<RowFilter>[] {
  const { counts, conflicts, withWarnings } = run
  const names = changeStates(run)
  const filters: RowsFilter<RowFilter>[] = [
    { value: 'ready', label: names.ready.label, count: counts.ready },
    { value: 'pending', label: names.pending.label, count: counts.pending },
    { value: 'created', label: names.created.label, count: counts.created },
    { value: 'conflict', label: 'Changed by someone else', count: conflicts },
    { value: 'failed', label: names.failed.label, count: counts.failed === conflicts ? 0 : counts.failed },
    { value: 'unknown', label: names.unknown.label, count: counts.unknown },
    { value: 'existing', label: names.existing.label, count: counts.existing },
    { value: 'faulty', label: run.checked ? 'Can’t be changed' : names.faulty.label, count: counts.faulty },
    { value: 'skipped', label: names.skipped.label, count: counts.skipped },
    { value: 'withWarnings', label: 'Warnings', count: withWarnings },
  ]
  const total = totalRows(run)
  // A filter that matches every row would duplicate *All*.
  const useful = filters.filter(({ value, count = 0 }) => (count > 0 && count < total) || value === show)
  return [{ value: 'all', label: 'All', count: total }, ...useful]
}
