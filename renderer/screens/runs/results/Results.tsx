import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { failureReason } from '../../../../contract/app/runs/outcomes.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useRefreshRows } from '../../../api/runCells.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { ProblemDetails } from '../../../ui/problem/ProblemView.tsx'
import { createResultColumns } from '../rows/columns.ts'
import { RowBar, RowText } from '../rows/RowBar.tsx'
import { RowsView } from '../rows/RowsView.tsx'
import { countCreatable, existingLabel } from '../shared/runStates.ts'
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
      sentence={isOver ? resultSentence(run) : null}
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
    <RowBar label="Selected row" row={row} actions={showCell}>
      <RowText tone={row.state === 'unknown' ? 'warn' : 'bad'}>{reason}</RowText>
      {row.problem && <ProblemDetails problem={row.problem} />}
    </RowBar>
  )
}

/** Summarizes a run: "297 of 300 links were created; 2 failed; 1 is not certain." */
function resultSentence(run: Run): string {
  const { created, failed, unknown, ready, pending } = run.counts
  const all = countCreatable(run)
  const were = (count: number, one: string, many: string) =>
    `${count.toLocaleString()} ${count === 1 ? one : many}`
  const parts = [
    all === 0
      ? 'No link was created'
      : created === all
        ? all === 1
          ? 'The link was created'
          : `All ${formatCount(all, 'link')} were created`
        : `${created.toLocaleString()} of ${formatCount(all, 'link')} ${created === 1 ? 'was' : 'were'} created`,
    failed > 0 && `${failed.toLocaleString()} failed`,
    unknown > 0 && were(unknown, 'is not certain', 'are not certain'),
    ready + pending > 0 &&
      run.state === 'cancelled' &&
      were(ready + pending, 'was not sent', 'were not sent'),
  ]
  return `${parts.filter(Boolean).join('; ')}.${notSentText(run)}`
}

/** Returns why rows weren't sent, after a space; empty if all were. */
function notSentText({ counts: { skipped, faulty, existing: all }, repeated }: Run): string {
  const existing = all - repeated
  const parts = [
    existing > 0 && `${formatCount(existing, 'row')} ${existing === 1 ? 'exists' : 'exist'} already`,
    repeated > 0 && `${formatCount(repeated, 'row')} ${repeated === 1 ? 'repeats' : 'repeat'} another`,
    skipped > 0 && `${formatCount(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} left out`,
    faulty > 0 && `${formatCount(faulty, 'row')} couldn’t be used`,
  ].filter(Boolean)
  return parts.length > 0 ? ` ${parts.join('; ')}.` : ''
}
