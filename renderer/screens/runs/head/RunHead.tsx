import { Button, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Run, RunThroughput } from '../../../../contract/app/runs/run.ts'
import { runPath, runSteps, type RunStepName } from '../../../session/routes.ts'
import { Badge, EnvironmentBadge } from '../../../ui/Badge.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { isWaiting } from '../shared/progressText.ts'
import { runStates, startingState, waitingState } from '../shared/runStates.ts'
import { RunMenu } from './RunMenu.tsx'
import { stepLabels } from './steps.ts'
import styles from '../shared/bulk.module.css'

interface RunHeadProps {
  run: Run
  /** `null` for a run without steps. */
  step: RunStepName | null
  /** Whether another run at the same service goes first. */
  isBehind: boolean
  throughput: RunThroughput | null
}

/** Shows a run's name, profile, environment and steps. */
export function RunHead({ run, step, isBehind, throughput }: RunHeadProps) {
  const { label, tone } = stateOf(run, isBehind, throughput)
  return (
    <header className={styles['head']}>
      <div className={styles['named']}>
        <Text component="h2" inherit fz="h2" fw={600} truncate title={run.name}>
          {shorten(run.name, 90)}
        </Text>
        <Group component="span" gap={6} c="dimmed" fz="sm">
          {run.profileName} <EnvironmentBadge environment={run.environment} />
          {run.state !== 'preparing' && <Badge tone={tone}>{label}</Badge>}
        </Group>
      </div>
      {run.state === 'preparing' && step !== null && (
        <nav aria-label="Steps">
          <Group component="ol" gap={4}>
            {runSteps.map((name, index) => (
              <li key={name}>
                <Button
                  component={Link}
                  href={runPath(run.id, name)}
                  size="compact-sm"
                  variant={name === step ? 'default' : 'subtle'}
                  aria-current={name === step ? 'step' : undefined}
                  leftSection={<span aria-hidden>{index + 1}</span>}
                >
                  {stepLabels[name]}
                </Button>
              </li>
            ))}
          </Group>
        </nav>
      )}
      <RunMenu run={run} />
    </header>
  )
}

function stateOf(run: Run, isBehind: boolean, throughput: RunThroughput | null) {
  if (isWaiting(run, throughput)) return waitingState
  return run.state === 'queued' && !isBehind ? startingState : runStates[run.state]
}
