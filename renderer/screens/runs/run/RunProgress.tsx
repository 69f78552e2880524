import { Flex, Progress, Stack } from '@mantine/core'
import { Pause, Play, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Run, RunThroughput } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { Question } from '../../../ui/Question.tsx'
import { countFinished, countCreatable, runVerb } from '../shared/runStates.ts'
import { MoveButton } from '../shared/MoveButton.tsx'
import { RunProblem } from '../shared/RunProblem.tsx'
import { isAskedToWait, isWaiting, progressText, waitText } from '../shared/progressText.ts'
import { QuietText, SmallButton } from '../../../ui/variants.ts'

export interface RunProgressProps {
  run: Run
  throughput: RunThroughput | null
  /** Whether another run at the same service goes first. */
  isBehind: boolean
}

/** Shows the progress of a run, with buttons to pause, resume and cancel it. */
export function RunProgress({ run, throughput, isBehind }: RunProgressProps) {
  const [asking, setAsking] = useState(false)
  const all = countCreatable(run)
  const wait = waitText(run, throughput, isBehind)
  const isHeld = isWaiting(run, throughput)
  const canTryNow = isHeld && throughput !== null && throughput.heldMs > 0 && !isAskedToWait(throughput)
  return (
    <Stack component="section" gap="xs" flex="none" p="4px var(--gutter) 14px" aria-label="Progress">
      <RunProblem run={run} problem={run.problem} outcome="The run has paused. Nothing is lost." />
      <Flex gap="sm" align="center">
        <Progress
          flex={1}
          size="lg"
          value={all === 0 ? 0 : (countFinished(run) / all) * 100}
          animated={run.state === 'running' && !isHeld}
          aria-label={run.change ? 'Changing links' : 'Creating links'}
        />
        {canTryNow && (
          <MoveButton run={run} event="tryNow" leftSection={<RotateCw size={14} />}>
            Try now
          </MoveButton>
        )}
        <PauseOrResume run={run} />
        <SmallButton onClick={() => setAsking(true)}>Cancel…</SmallButton>
      </Flex>
      <QuietText>
        <span>{progressText(run, throughput)}</span>
        {wait !== '' && '.'} <span role="status">{wait}</span>{' '}
        {run.state === 'running' && wait === '' && '· This continues while you use other screens.'}
      </QuietText>
      {asking && <CancelRun run={run} close={() => setAsking(false)} />}
    </Stack>
  )
}

function PauseOrResume({ run }: { run: Run }) {
  const { state } = run
  if (state !== 'running' && state !== 'paused') return null
  const isRunning = state === 'running'
  const Icon = isRunning ? Pause : Play
  return (
    <MoveButton
      run={run}
      event={isRunning ? 'pause' : 'resume'}
      {...(isRunning && { variant: 'default' })}
      data-step-action
      leftSection={<Icon size={14} />}
    >
      {isRunning ? 'Pause' : 'Resume'}
    </MoveButton>
  )
}

function CancelRun({ run, close }: { run: Run; close: () => void }) {
  const cancel = useRunAction('runs.move')
  const { created, ready } = run.counts
  const isRunning = run.state === 'running'
  const start = () => cancel.mutate({ id: run.id, event: 'cancel' }, { onSuccess: close })
  return (
    <Question
      title="Cancel the run?"
      close={close}
      main={{ label: 'Cancel the run', isRed: true, choose: start }}
      other={{ label: isRunning ? 'Keep running' : 'Keep the run' }}
    >
      {formatCount(created, 'link')} {created === 1 ? 'has' : 'have'} been {runVerb(run)} and{' '}
      {created === 1 ? 'stays' : 'stay'}
      {run.change && ` ${runVerb(run)}`}. The other {formatCount(ready, 'row')} will not be sent.
      {isRunning && ' To stop for a while, pause instead.'}
    </Question>
  )
}
