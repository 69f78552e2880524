import { Button } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'
import { linkPath } from '../../../session/routes.ts'
import { LongText } from '../../../ui/LongText.tsx'
import { formatNumber } from '../../../ui/formatCount.ts'
import { ProblemDetails } from '../../../ui/problem/ProblemView.tsx'
import { changeLines, rowReason } from './changeTexts.ts'
import styles from '../shared/step.module.css'

/** Shows all changes in the focused row, or why it isn't changed. */
export function ChangeRowBar({ run, row }: { run: Run; row: RunRow | null }) {
  if (!row) return null
  const reason = rowReason(row, run)
  return (
    <div className={styles['rowBar']} data-print="hidden" role="group" aria-label="Selected row">
      <div className={styles['rowText']} key={row.number}>
        <strong>Row {formatNumber(row.number)}</strong>
        {changeLines(row).map(({ names, from, to }) => (
          <span key={names}>
            {names}: <LongText text={from} max={90} /> → <LongText text={to} max={90} />
          </span>
        ))}
        {reason && (
          <span data-tone={row.state === 'existing' ? undefined : row.state === 'unknown' ? 'warn' : 'bad'}>
            <CircleAlert size={14} aria-hidden /> {reason}
          </span>
        )}
        {row.warnings.map(({ text }) => (
          <span key={text} data-tone="warn">
            {text}
          </span>
        ))}
        {row.problem && <ProblemDetails problem={row.problem} />}
        {row.linkId !== null && <Link href={linkPath(row.linkId)}>Open the link</Link>}
      </div>
      {run.state === 'preparing' && <LeaveOut run={run} row={row} />}
    </div>
  )
}

/** Leaves a row out of the run, or includes it again. */
function LeaveOut({ run, row }: { run: Run; row: RunRow }) {
  const skip = useRunAction('runs.skip')
  const isSkipped = row.state === 'skipped'
  if (!isSkipped && row.state !== 'ready') return null
  const change = () => skip.mutate({ id: run.id, which: [row.number], skip: !isSkipped })
  return (
    <Button size="xs" variant="default" loading={skip.isPending} onClick={change}>
      {isSkipped ? 'Include again' : 'Leave out'}
    </Button>
  )
}
