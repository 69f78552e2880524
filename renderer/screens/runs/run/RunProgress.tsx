import { Button, Flex, Group, Modal, Progress } from '@mantine/core'
import { Pause, Play, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Run, RunThroughput } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { countFinished, countCreatable, runVerb } from '../shared/runStates.ts'
import { RunProblem } from '../shared/RunProblem.tsx'
import { isWaiting, progressText, waitText } from '../shared/progressText.ts'
import styles from './run.module.css'

export interface RunProgressProps {
  run: Run
  throughput: RunThroughput | null
  /** Whether another run at the same service goes first. */
  isBehind: boolean
}

/** Shows the progress of a run, with buttons to pause, resume and cancel it. */
export function RunProgress({ run, throughput, isBehind }: RunProgressProps) {
  const pause = useRunAction('runs.move')
  const resume = useRunAction('runs.move')
  const [asking, setAsking] = useState(false)
  const all = countCreatable(run)
  const wait = waitText(run, throughput, isBehind)
  const isHeld = isWaiting(run, throughput)
  return (
    <section className={styles['progress']} aria-label="Progress">
      <RunProblem run={run} problem={run.problem} outcome="The run has paused. Nothing is lost." />
      <Flex gap="sm" align="center">
        <Progress
          flex={1}
          size="lg"
          value={all === 0 ? 0 : (countFinished(run) / all) * 100}
          animated={run.state === 'running' && !isHeld}
          aria-label={run.change ? 'Changing links' : 'Creating links'}
        />
        {isHeld && <TryNow run={run} throughput={throughput} />}
        {run.state === 'running' && (
          <Button
            data-step-action
            size="xs"
            variant="default"
            leftSection={<Pause size={14} aria-hidden />}
            loading={pause.isPending}
            onClick={() => pause.mutate({ id: run.id, event: 'pause' })}
          >
            Pause
          </Button>
        )}
        {run.state === 'paused' && (
          <Button
            data-step-action
            size="xs"
            leftSection={<Play size={14} aria-hidden />}
            loading={resume.isPending}
            onClick={() => resume.mutate({ id: run.id, event: 'resume' })}
          >
            Resume
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Cancel…
        </Button>
      </Flex>
      <p className={styles['hint']}>
        <span>{progressText(run, throughput)}</span>
        {wait !== '' && '.'} <span role="status">{wait}</span>{' '}
        {run.state === 'running' && wait === '' && '· This continues while you use other screens.'}
      </p>
      {asking && <CancelRun run={run} close={() => setAsking(false)} />}
    </section>
  )
}

/** Ends the wait for the service. Renders nothing while a try is under way. */
function TryNow({ run, throughput }: Pick<RunProgressProps, 'run' | 'throughput'>) {
  const tryNow = useRunAction('runs.move')
  if (!throughput || throughput.heldMs === 0) return null
  return (
    <Button
      size="xs"
      leftSection={<RotateCw size={14} aria-hidden />}
      loading={tryNow.isPending}
      onClick={() => tryNow.mutate({ id: run.id, event: 'tryNow' })}
    >
      Try now
    </Button>
  )
}

function CancelRun({ run, close }: { run: Run; close: () => void }) {
  const cancel = useRunAction('runs.move')
  const { created, ready } = run.counts
  const start = () => cancel.mutate({ id: run.id, event: 'cancel' }, { onSuccess: close })
  return (
    <Modal opened onClose={close} title="Cancel the run?">
      <div className={styles['form']}>
        <p>
          {formatCount(created, 'link')} {created === 1 ? 'has' : 'have'} been {runVerb(run)} and{' '}
          {created === 1 ? 'stays' : 'stay'}
          {run.change && ` ${runVerb(run)}`}. The other {formatCount(ready, 'row')} will not be sent.
          {run.state === 'running' && ' To stop for a while, pause instead.'}
        </p>
        <Group className={styles['buttons']} gap="xs">
          <Button variant="default" data-autofocus onClick={close}>
            {run.state === 'running' ? 'Keep running' : 'Keep the run'}
          </Button>
          <Button color="red" loading={cancel.isPending} onClick={start}>
            Cancel the run
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
