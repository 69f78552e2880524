import { Button, Stack } from '@mantine/core'
import { CircleAlert, CircleHelp } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { failureReason } from '../../../../contract/app/runs/outcomes.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useRefreshRows } from '../../../api/runCells.ts'
import type { RowFilter } from '../../../api/runRows.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { ProblemDetails } from '../../../ui/problem/ProblemView.tsx'
import { createResultColumns } from '../rows/columns.ts'
import { RowsGrid } from '../rows/RowsGrid.tsx'
import { useCellGrid } from '../rows/useCellGrid.ts'
import { useCellKeys } from '../rows/useCellKeys.ts'
import { totalRows, useRunRows } from '../rows/useRunRows.ts'
import { RowsHead, type RowsFilter } from '../shared/RowsHead.tsx'
import { countCreatable } from '../shared/runStates.ts'
import { ResultActions } from './ResultActions.tsx'
import styles from '../shared/step.module.css'

interface ResultsProps {
  run: Run
  isOver: boolean
}

/** Shows the rows with their links and outcomes, during and after the run. */
export function Results({ run, isOver }: ResultsProps) {
  const [show, setShow] = useState<RowFilter>('all')
  const rows = useRunRows(run, show)
  const { header, mapping } = run
  const { failed, unknown, faulty } = run.counts
  const hasReasons = failed + unknown + faulty > 0
  const columns = useMemo(
    () => createResultColumns({ header, mapping }, hasReasons),
    [header, mapping, hasReasons],
  )
  const grid = useCellGrid(rows, columns, 0)
  const keys = useCellKeys({ rows, columns, grid, edits: null, goToNextError: () => undefined })
  const refresh = useEffectEvent(useRefreshRows())
  // Rows shown during the run may be outdated.
  useEffect(() => refresh(), [run.state])
  return (
    <Stack component="section" gap={0} flex={1} mih={0} aria-label="Results">
      <RowsHead
        sentence={isOver ? resultSentence(run) : null}
        isClean={isOver && failed + unknown === 0}
        icon={CircleHelp}
        filters={listFilters(run, show)}
        {...{ show, setShow }}
      >
        <ResultActions run={run} isOver={isOver} />
      </RowsHead>
      <RowsGrid label="Results" rows={rows} columns={columns} grid={grid} keys={keys} canEdit={false} />
      {hasReasons && (
        <RowReason
          run={run}
          row={rows.at(grid.current.row) ?? null}
          goToColumn={(column) =>
            grid.goTo({ row: grid.current.row, column: columns.findIndex(({ cell }) => cell === column) })
          }
        />
      )}
    </Stack>
  )
}

/** Returns the filters that match any rows, and the selected one. */
function listFilters(run: Run, show: RowFilter): RowsFilter<RowFilter>[] {
  const { failed, unknown, faulty, existing } = run.counts
  const filters: RowsFilter<RowFilter>[] = [
    { value: 'failed', label: 'Failed', count: failed },
    { value: 'unknown', label: 'Not certain', count: unknown },
    { value: 'faulty', label: 'Errors', count: faulty },
    { value: 'existing', label: run.repeated > 0 ? 'Exist or repeat' : 'Exist already', count: existing },
  ]
  const useful = filters.filter(({ value, count = 0 }) => count > 0 || value === show)
  return [{ value: 'all', label: 'All', count: totalRows(run) }, ...useful]
}

interface RowReasonProps {
  run: Run
  row: RunRow | null
  /** Focuses a cell of the row. */
  goToColumn: (column: number) => void
}

/** Shows why the focused row has no link, with the details of its problem, and leads to the cell that it is about. */
function RowReason({ run, row, goToColumn }: RowReasonProps) {
  const reason = row && failureReason(row, run.header)
  if (!row || !reason) return null
  const column = row.errors.find((error) => error.column !== null)?.column ?? null
  return (
    <div className={styles['rowBar']} data-print="hidden" role="group" aria-label="Selected row">
      <div className={styles['rowText']}>
        <strong>Row {row.number.toLocaleString()}</strong>
        <span data-tone={row.state === 'unknown' ? 'warn' : 'bad'}>
          <CircleAlert size={14} aria-hidden /> {reason}
        </span>
        {row.problem && <ProblemDetails key={row.number} problem={row.problem} />}
      </div>
      {row.state === 'faulty' && column !== null && (
        <Button size="compact-sm" variant="default" onClick={() => goToColumn(column)}>
          Show {shorten(run.header[column] || `column ${String(column + 1)}`, 30)}
        </Button>
      )}
    </div>
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
