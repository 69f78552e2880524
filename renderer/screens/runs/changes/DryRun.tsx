import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { CallInput, CallOutput } from '../../../../contract/app/calls/calls.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useIsPlanning, useRunMutation } from '../../../api/runs.ts'
import { useCall } from '../../../api/useCall.ts'
import { toChoice } from '../../../features/change/many/choices.ts'
import { PlanProgress } from '../../../features/change/many/PlanProgress.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { useRemoval } from '../head/useRemoval.ts'
import { RunProblem } from '../shared/RunProblem.tsx'
import { environmentFrame, useStart } from '../run/useStart.tsx'
import { runVerb } from '../shared/runStates.ts'
import { AddressColumns } from './AddressColumns.tsx'
import { ChangeRows } from './ChangeRows.tsx'
import { dryRunText } from './changeTexts.ts'
import { ValueDialog } from './ValueDialog.tsx'
import { SmallButton } from '../../../ui/variants.ts'
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
      {run.change?.kind === 'table' && (
        <AddressColumns
          header={run.header}
          columns={run.change.columns}
          apply={(columns) => plan.mutate({ id: run.id, columns })}
        />
      )}
      <div className={styles['above']}>
        <RunProblem run={run} problem={problem} outcome="The preview changed nothing." />
        <Unfinished run={run} repeat={repeat} />
        <Elsewhere run={run} replan={(place) => plan.mutate({ id: run.id, place })} />
        {isProduction && <Start run={run} />}
      </div>
      <ChangeRows
        run={run}
        label="Preview"
        sentence={run.checked ? dryRunText(run) : null}
        isClean={run.counts.ready > 0 && run.counts.faulty === 0}
      >
        {run.checked && (
          <>
            <NothingToChange run={run} />
            <SmallButton onClick={repeat}>Refresh</SmallButton>
            {!isProduction && <Start run={run} />}
          </>
        )}
      </ChangeRows>
    </>
  )
}

/** Offers another value, or to remove the run, if nothing was sent and no link would be changed. */
function NothingToChange({ run }: { run: Run }) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoval()
  if (run.startedAt !== null || run.counts.ready > 0) return null
  const choice = run.change?.kind === 'same' ? toChoice(run.change.change) : null
  return (
    <>
      <SmallButton onClick={() => remove(run)}>Remove from list</SmallButton>
      {choice && (
        <Button size="xs" onClick={() => setIsOpen(true)}>
          Change the value…
        </Button>
      )}
      {choice && isOpen && <ValueDialog run={run} initial={choice} close={() => setIsOpen(false)} />}
    </>
  )
}

type Place = CallOutput<'runs.elsewhere'>['places'][number]

/** Offers to change the links that are in another profile or environment there. */
function Elsewhere({ run, replan }: { run: Run; replan: (place: CallInput<'runs.plan'>['place']) => void }) {
  const isAsked =
    run.counts.faulty > 0 && run.checked && run.startedAt === null && run.change?.kind !== 'undo'
  const { places = [] } = useCall('runs.elsewhere', { id: run.id }, { enabled: isAsked }).data ?? {}
  if (!isAsked) return null
  return places.map((place) => {
    const { profileId, environment, rows } = place
    const name = placeName(place, run)
    return (
      <Callout
        key={`${profileId} ${environment}`}
        tone="warn"
        title={`${formatCount(rows, 'link is', 'links are')} in ${name}`}
        actions={
          <Button size="xs" onClick={() => replan({ profileId, environment })}>
            {rows === 1 ? 'Change it there' : 'Change them there'}
          </Button>
        }
      >
        <p>
          A run changes the links of one profile and environment. This preview is for {placeName(run, place)}.
        </p>
      </Callout>
    )
  })
}

/** Names a place: its environment, with its profile if that differs from the other place's. */
function placeName({ profileId, profileName, environment }: Omit<Place, 'rows'>, other: Omit<Place, 'rows'>) {
  return profileId === other.profileId ? environment : `${environment} of ${shorten(profileName, 60)}`
}

/** Offers to repeat an incomplete dry run, or to remove a run that never changed anything. */
function Unfinished({ run, repeat }: { run: Run; repeat: () => void }) {
  const remove = useRemoval()
  if (run.checked) return null
  return (
    <Callout
      tone="warn"
      title="The preview is incomplete"
      actions={
        <>
          <Button size="xs" onClick={repeat}>
            Preview again
          </Button>
          {run.startedAt === null && <SmallButton onClick={() => remove(run)}>Remove from list</SmallButton>}
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
  const question = 'Visitors see the change within a second.'
  const { start, isProduction, submit, confirmation, button } = useStart(run, ready, question)
  if (!run.checked || ready === 0) return null
  const label = `${runVerb(run) === 'restored' ? 'Restore' : 'Change'} ${formatCount(ready, 'link')}`
  return (
    <Group
      component="form"
      className={styles['start'] ?? ''}
      gap="8px 16px"
      align="flex-end"
      {...environmentFrame(run)}
      onSubmit={submit}
      aria-label="Start"
    >
      {start.error && <ProblemView problem={start.error.problem} />}
      {confirmation}
      <Button {...button} size={isProduction ? 'sm' : 'xs'}>
        {isProduction ? `${label} in production` : label}
      </Button>
    </Group>
  )
}
