import { Box, Button } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useIsPlanning, useRunMutation } from '../../../api/runs.ts'
import { PlanProgress } from '../../../features/change/many/PlanProgress.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { useRemoval } from '../head/useRemoval.ts'
import { RunProblem } from '../shared/RunProblem.tsx'
import { TypedCount, isTypedCount } from '../run/TypedCount.tsx'
import { runVerb } from '../shared/runStates.ts'
import { AddressColumns } from './AddressColumns.tsx'
import { ChangeRows } from './ChangeRows.tsx'
import { dryRunText } from './changeTexts.ts'
import styles from './changes.module.css'

/** Shows what a run would change in each link before anything is sent, and starts it. */
export function DryRun({ run }: { run: Run }) {
  const plan = useRunMutation('runs.plan')
  const isProduction = run.environment === 'production'
  const repeat = () => plan.mutate({ id: run.id })
  const problem = plan.error?.problem ?? run.problem
  const isPlanning = useIsPlanning(run.id)
  if (plan.isPending || isPlanning) {
    return (
      <Box maw="var(--measure)" py="lg" px="var(--gutter)">
        <PlanProgress run={run.id} />
      </Box>
    )
  }
  return (
    <>
      <div className={styles['above']}>
        <RunProblem run={run} problem={problem} outcome="The preview changed nothing." />
        {!run.checked && <Unfinished run={run} repeat={repeat} />}
        <AddressColumns run={run} apply={(columns) => plan.mutate({ id: run.id, columns })} />
        {isProduction && <Start run={run} />}
      </div>
      <ChangeRows
        run={run}
        label="Preview"
        sentence={run.checked ? dryRunText(run) : null}
        isClean={run.counts.ready > 0 && run.counts.faulty === 0}
        actions={
          run.checked && (
            <>
              <Button size="xs" variant="default" onClick={repeat}>
                Refresh
              </Button>
              {!isProduction && <Start run={run} />}
            </>
          )
        }
      />
    </>
  )
}

/** Offers to repeat an incomplete dry run, or to remove a run that never changed anything. */
function Unfinished({ run, repeat }: { run: Run; repeat: () => void }) {
  const remove = useRemoval()
  return (
    <Callout
      tone="warn"
      icon={CircleAlert}
      title="The preview is incomplete"
      actions={
        <>
          <Button size="xs" onClick={repeat}>
            Preview again
          </Button>
          {run.startedAt === null && (
            <Button size="xs" variant="default" onClick={() => remove(run)}>
              Remove from list
            </Button>
          )}
        </>
      }
    >
      <p>
        The preview was cancelled or couldn’t finish, so not every link was looked up. It changed nothing.
      </p>
    </Callout>
  )
}

/** Starts the run. In production, the user types the number of links first. */
function Start({ run }: { run: Run }) {
  const { ready } = run.counts
  const [typed, setTyped] = useState('')
  const start = useRunMutation('runs.move')
  const isProduction = run.environment === 'production'
  const isConfirmed = !isProduction || isTypedCount(typed, ready)
  if (!run.checked || ready === 0) return null
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (isConfirmed) start.mutate({ id: run.id, event: 'start', count: ready })
  }
  const label = `${runVerb(run) === 'restored' ? 'Restore' : 'Change'} ${formatCount(ready, 'link')}`
  return (
    <form className={styles['start']} data-environment={run.environment} onSubmit={submit} aria-label="Start">
      {start.error && <ProblemView problem={start.error.problem} />}
      {isProduction && (
        <TypedCount
          question="Visitors see the change within a second."
          ready={ready}
          typed={typed}
          type={setTyped}
        />
      )}
      <Button
        type="submit"
        data-step-action
        size={isProduction ? 'sm' : 'xs'}
        color={isProduction ? 'orange' : ''}
        data-production={isProduction || undefined}
        loading={start.isPending}
        disabled={!isConfirmed}
      >
        {isProduction ? `${label} in production` : label}
      </Button>
    </form>
  )
}
