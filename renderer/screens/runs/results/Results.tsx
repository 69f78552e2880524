import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { failureReason } from '../../../../contract/app/runs/outcomes.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useRefreshRows } from '../../../api/runCells.ts'
import { shorten } from '../../../ui/shorten.ts'
import { createResultColumns } from '../rows/columns.ts'
import { RowBar } from '../rows/RowBar.tsx'
import { RowsView } from '../rows/RowsView.tsx'
import { resultText } from '../shared/resultText.ts'
import { existingLabel } from '../shared/runStates.ts'
import { ResultActions } from './ResultActions.tsx'

interface ResultsProps {
  run: Run
  isOver: boolean
}

/** Shows the rows with their links and outcomes, during and after the run. */
export function Results({ run, isOver }: ResultsProps) {
  const { header, mapping } = run
  const { failed, unknown, faulty } = run.counts
  const hasReasons = failed + unknown + faulty > 0
  const columns = useMemo(
    () => createResultColumns({ header, mapping }, hasReasons),
    [header, mapping, hasReasons],
  )
  const refresh = useEffectEvent(useRefreshRows())
  // Rows shown during the run may be outdated.
  useEffect(() => refresh(), [run.state])
  return (
    <RowsView
      {...{ run, columns }}
      label="Results"
      sentence={isOver ? resultText(run) : null}
      isClean={isOver && failed + unknown === 0}
      filters={{ failed: 'Failed', unknown: 'Not certain', faulty: 'Errors', existing: existingLabel(run) }}
      bar={(row, goToCell) => <RowReason {...{ run, row, goToCell }} />}
    >
      <ResultActions run={run} isOver={isOver} />
    </RowsView>
  )
}

interface RowReasonProps {
  run: Run
  row: RunRow
  /** Focuses the row's cell of a column of the table. */
  goToCell: (column: number) => void
}

/** Shows why the focused row has no link, with the details of its problem, and leads to the cell that it is about. */
function RowReason({ run, row, goToCell }: RowReasonProps) {
  const reason = failureReason(row, run.header)
  if (!reason) return null
  const column = row.errors.find((error) => error.column !== null)?.column ?? null
  const showCell = row.state === 'faulty' && column !== null && (
    <Button size="compact-sm" variant="default" onClick={() => goToCell(column)}>
      Show {shorten(run.header[column] || `column ${String(column + 1)}`, 30)}
    </Button>
  )
  return (
    <RowBar
      label="Selected row"
      row={row}
      notes={[{ text: reason, tone: row.state === 'unknown' ? 'warn' : 'bad' }]}
      actions={showCell}
    />
  )
}
