import { Group, Stack, Text } from '@mantine/core'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionStep } from '../../../contract/app/calls/profiles/connection.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { Fold } from '../../ui/Fold.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { useScrollIntoView } from '../../ui/useScrollIntoView.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'

const stepLabels: Record<ConnectionStep['name'], string> = {
  address: 'Address',
  name: 'Host name (DNS)',
  connection: 'Connection (TCP)',
  tls: 'Certificate (TLS)',
  http: 'Answer (HTTP)',
  json: 'Format (JSON)',
  key: 'Project key',
  environment: 'Environment',
  clock: 'Clock',
}
const icons = { passed: CircleCheck, failed: CircleX, skipped: CircleDashed }
const colors = { passed: 'var(--good-text)', failed: 'var(--bad-text)', skipped: 'currentcolor' }
const stateWords = { passed: 'passed', failed: 'failed', skipped: 'not reached' }

interface ConnectionStepsProps {
  steps: ConnectionStep[]
  environment: Environment
  /** Actions that may fix the failed step. */
  fixes: ReactNode
}

/** Shows the result of a connection test: the diagnosis in plain words, with the individual steps folded below it. */
export function ConnectionSteps({ steps, environment, fixes }: ConnectionStepsProps) {
  const part = useScrollIntoView<HTMLDivElement>()
  const failed = steps.find(({ state }) => state === 'failed')
  return (
    <Stack ref={part} gap={10}>
      {failed?.problem ? (
        <ProblemView problem={failed.problem} actions={fixes} />
      ) : (
        <Callout tone="good" role="status" title="The connection works">
          <p>The service accepts the key for {environment}. No link was created.</p>
        </Callout>
      )}
      <Fold
        title={
          failed
            ? `Stopped at step ${steps.indexOf(failed) + 1} of ${steps.length}: ${stepLabels[failed.name]}`
            : `All ${steps.length} steps`
        }
      >
        <Stack component="ol" gap={6}>
          {steps.map((step) => (
            <Step key={step.name} step={step} />
          ))}
        </Stack>
      </Fold>
    </Stack>
  )
}

function Step({ step: { name, state, found } }: { step: ConnectionStep }) {
  const Icon = icons[state]
  return (
    <Group component="li" gap="xs" wrap="nowrap" fz="sm" {...(state === 'skipped' && { c: 'dimmed' })}>
      <Icon size={16} color={colors[state]} aria-label={stateWords[state]} />
      <Text span inherit w={130} flex="none">
        {stepLabels[name]}
      </Text>
      <Text span inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {found}
      </Text>
    </Group>
  )
}
