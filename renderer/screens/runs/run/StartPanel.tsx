import { Button, Stack } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useIsChecking, useRunMutation } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { openingStep } from '../head/steps.ts'
import { withdrawCellUndo } from '../check/useCellUndo.ts'
import { checkSentence } from '../check/checkSentence.ts'
import { RunProblem } from './RunProblem.tsx'
import { TargetSelect } from './TargetSelect.tsx'
import { TypedCount, isTypedCount } from './TypedCount.tsx'
import styles from './run.module.css'

/**
 * Selects where to create the links, and starts with the first one. In production, the user types their number first.
 */
export function StartPanel({ run }: { run: Run }) {
  const { ready } = run.counts
  const [typed, setTyped] = useState('')
  const start = useRunMutation('runs.start')
  const change = useRunMutation('runs.change')
  // Both calls check the rows. Until they are done, the counts are those of the previous check.
  const isJobChecking = useIsChecking(run.id)
  const isChecking = [change.isPending, start.isPending, isJobChecking, run.comparing].includes(true)
  const isBlocked = isChecking || ready === 0 || !run.checked
  const isProduction = run.environment === 'production'
  const isConfirmed = !isProduction || isTypedCount(typed, ready)
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (isConfirmed) start.mutate({ id: run.id, count: ready }, { onSuccess: () => withdrawCellUndo(run.id) })
  }
  return (
    <div className={styles['start']} data-environment={run.environment}>
      {/* It has a form of its own, for the key. */}
      <RunProblem run={run} problem={start.error?.problem ?? run.problem} />
      <Stack component="form" gap={20} onSubmit={submit} aria-label="Create">
        {!isChecking && <UnfinishedRows run={run} />}
        <p className={styles['big']}>{headline(ready, isChecking)}</p>
        <UnusedColumns run={run} />
        <TargetSelect run={run} change={change} onChange={start.reset} />
        {isProduction && (
          <TypedCount question="These links go live." ready={ready} typed={typed} type={setTyped} />
        )}
        <div>
          <Button
            type="submit"
            data-step-action
            color={isProduction ? 'orange' : ''}
            data-production={isProduction || undefined}
            loading={start.isPending}
            disabled={isBlocked || !isConfirmed}
          >
            {buttonLabel(ready, isProduction)}
          </Button>
        </div>
        <NextStepNote ready={ready} />
      </Stack>
    </div>
  )
}

/** Lists the columns that no link uses, so that none is left out unnoticed. */
function UnusedColumns({ run: { header, mapping } }: { run: Run }) {
  const names = header.filter(
    (name, column) => name.trim() !== '' && (mapping.columns[column]?.to ?? 'nothing') === 'nothing',
  )
  if (names.length === 0) return null
  return <p className={styles['hint']}>Columns not used: {shorten(names.join(', '), 400)}.</p>
}

function NextStepNote({ ready }: { ready: number }) {
  if (ready < 2) return null
  return (
    <p className={styles['hint']}>
      You review the first link before the other {(ready - 1).toLocaleString()} {ready === 2 ? 'is' : 'are'}{' '}
      created.
    </p>
  )
}

function headline(ready: number, isChecking: boolean): string {
  if (isChecking) return 'Checking the rows…'
  return ready === 0 ? 'No row is ready' : `${formatCount(ready, 'link')} to create`
}

function buttonLabel(ready: number, isProduction: boolean): string {
  const what = ready > 1 ? 'Create the first link' : 'Create the link'
  return isProduction ? `${what} in production` : what
}

/** Shows which rows the run will skip. Renders nothing if it will skip none. */
function UnfinishedRows({ run }: { run: Run }) {
  if (run.checked && run.counts.faulty + run.counts.existing === 0) return null
  return (
    <Callout
      tone="warn"
      icon={CircleAlert}
      title={run.checked ? checkSentence(run) : 'Not every row was checked'}
      actions={
        <Link href={runPath(run.id, openingStep(run))}>
          {run.checked ? 'Review the rows' : 'Check the rows'}
        </Link>
      }
    >
      <p>
        {run.checked
          ? skippedText(run)
          : 'The check was cancelled, or Linkwright was closed in the middle of it.'}
      </p>
    </Callout>
  )
}

/** "4 rows with errors and 296 that exist already will be skipped." */
function skippedText({ counts, repeated }: Run): string {
  const { faulty } = counts
  const existing = counts.existing - repeated
  const parts = [
    faulty > 0 && formatCount(faulty, 'row with an error', 'rows with errors'),
    existing > 0 && formatCount(existing, 'row that exists already', 'rows that exist already'),
    repeated > 0 && formatCount(repeated, 'row that repeats another', 'rows that repeat another'),
  ].filter((part) => part !== false)
  return `${parts.join(' and ')} will be skipped.`
}
