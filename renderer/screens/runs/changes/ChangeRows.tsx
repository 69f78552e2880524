import { useMemo, type ReactNode } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { RowsView } from '../rows/RowsView.tsx'
import { ChangeRowBar } from './ChangeRowBar.tsx'
import { createChangeColumns, changeStates } from './changeColumns.ts'

interface ChangeRowsProps {
  run: Run
  label: string
  /** Summary of the rows; `null` while they are being sent. */
  sentence: string | null
  isClean: boolean
  children: ReactNode
}

/** Shows the rows of a change run: each link with its changes, or why it isn't changed. */
export function ChangeRows({ run, ...view }: ChangeRowsProps) {
  const { change, counts, conflicts } = run
  const columns = useMemo(() => createChangeColumns({ change }), [change])
  const states = changeStates(run)
  const filters = {
    ready: states.ready.label,
    pending: states.pending.label,
    created: states.created.label,
    conflict: 'Changed by someone else',
    ...(counts.failed > conflicts && { failed: states.failed.label }),
    unknown: states.unknown.label,
    existing: states.existing.label,
    faulty: states.faulty.label,
    skipped: states.skipped.label,
    withWarnings: 'Warnings',
  }
  return (
    <RowsView
      {...{ run, columns, states, filters }}
      {...view}
      bar={(row) => <ChangeRowBar run={run} row={row} />}
    />
  )
}
