import { Button } from '@mantine/core'
import { Link2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { formatForClipboard } from '../../../../contract/app/tables/spreadsheet.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { failureReason, rowOutcomes } from '../../../../contract/app/runs/outcomes.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { readRunRows } from '../../../api/runRows.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { CopyAction } from '../../../ui/CopyButton.tsx'
import { runPath } from '../../../session/routes.ts'
import { copyText } from '../../../ui/copyText.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { showToast } from '../../../ui/toast.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { totalRows } from '../rows/useRunRows.ts'
import { settledText } from '../shared/runStates.ts'
import { SaveResults } from './SaveResults.tsx'

/** Maximum number of rows to copy; larger results are saved as a file. */
const maxCopiedRows = 20_000

/** Shows actions for the results, and for rows without a link. */
export function ResultActions({ run, isOver }: { run: Run; isOver: boolean }) {
  const [, go] = useLocation()
  const { faulty, failed, unknown, created } = run.counts
  const isLong = totalRows(run) > maxCopiedRows
  const copy = () =>
    readRunRows(run.id, 'all')
      .then((rows) => copyText(formatForClipboard(resultTable(run, rows))))
      .catch(() => false)
  return (
    <>
      {isOver && faulty > 0 && <FixAndCreate run={run} />}
      {isOver && failed > 0 && <Retry run={run} />}
      {isOver && unknown > 0 && <SettleUnknown run={run} />}
      <CopyAction copy={copy} label="Copy" size="xs" variant="default" disabled={isLong} />
      <SaveResults run={run} />
      <Button
        size="xs"
        variant="default"
        disabled={created === 0}
        leftSection={<Link2 size={14} aria-hidden />}
        onClick={() => go(`/links?run=${run.id}`)}
      >
        Show in Links
      </Button>
    </>
  )
}

/** Returns the original rows with their results, in the original order, to paste into the spreadsheet. */
function resultTable({ header }: Pick<Run, 'header'>, rows: readonly RunRow[]): string[][] {
  return [
    [...header, 'Link', 'Outcome', 'Reason'],
    ...rows.map((row) => [
      ...header.map((_, column) => row.cells[column] ?? ''),
      row.link ?? '',
      rowOutcomes[row.state],
      failureReason(row, header),
    ]),
  ]
}

const showProblem = ({ problem }: ProblemError) => showProblemToast(problem)

/** Opens the rows with errors for editing. The links that were created stay. */
function FixAndCreate({ run: { id, counts } }: { run: Run }) {
  const reopen = useRunMutation('runs.move')
  const [, go] = useLocation()
  const open = () => {
    // The check is shown as soon as the run is reopened, which removes this button.
    go(runPath(id, 'check'))
    reopen.mutate({ id, event: 'reopen' }, { onError: showProblem })
  }
  return (
    <Button size="xs" loading={reopen.isPending} onClick={open}>
      {counts.faulty === 1
        ? 'Fix this row and create it'
        : `Fix these ${counts.faulty.toLocaleString()} and create them`}
    </Button>
  )
}

function Retry({ run }: { run: Run }) {
  const retry = useRunMutation('runs.move')
  const resume = useRunMutation('runs.move')
  const { id, counts } = run
  const start = () =>
    // Callbacks of `mutate` are not called once this button is gone: the run has no failed rows any more.
    void retry
      .mutateAsync({ id, event: 'retry' })
      .then(() => resume.mutateAsync({ id, event: 'resume' }))
      .catch(showProblem)
  return (
    <Button size="xs" loading={retry.isPending || resume.isPending} onClick={start}>
      Retry {formatCount(counts.failed, 'failed row')}
    </Button>
  )
}

/** Settles the uncertain rows. This never creates a second link. */
function SettleUnknown({ run }: { run: Run }) {
  const settle = useRunMutation('runs.settle')
  const start = () =>
    // Callbacks of `mutate` are not called once this button is gone: no row may be uncertain any more.
    void settle
      .mutateAsync({ id: run.id })
      .then((result) => showToast({ role: 'status', message: settledText(result) }), showProblem)
  return (
    <Button
      size="xs"
      variant="default"
      loading={settle.isPending}
      title="Asks the service again, but only if that can’t make a second link"
      onClick={start}
    >
      Check {formatCount(run.counts.unknown, 'uncertain row')}
    </Button>
  )
}
