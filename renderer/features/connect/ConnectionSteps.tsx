import { Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronRight, CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionStep } from '../../../contract/app/calls/profiles/connection.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { Callout } from '../../ui/Callout.tsx'
import { useScrollIntoView } from '../../ui/useScrollIntoView.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { keyAdvice } from '../keys/keyAdvice.ts'
import styles from './connect.module.css'

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
const stateWords = { passed: 'passed', failed: 'failed', skipped: 'not reached' }

const formAdvice: typeof keyAdvice = {
  ...keyAdvice,
  environment_refused: 'Enter its name for this environment here, under Advanced.',
}

interface ConnectionStepsProps {
  steps: ConnectionStep[]
  environment: Environment
  /** Actions that may fix the failed step. */
  fixes: ReactNode
}

/** Shows the result of a connection test: the diagnosis in plain words, with the individual steps folded below it. */
export function ConnectionSteps({ steps, environment, fixes }: ConnectionStepsProps) {
  const part = useScrollIntoView<HTMLDivElement>()
  const [open, { toggle }] = useDisclosure(false)
  const failed = steps.find(({ state }) => state === 'failed')
  return (
    <Stack ref={part} className={styles['test']} gap={10} align="flex-start">
      {failed?.problem ? (
        <ProblemView problem={failed.problem} advice={formAdvice[failed.problem.code]} actions={fixes} />
      ) : (
        <Callout tone="good" icon={CircleCheck} role="status" title="The connection works">
          <p>The service accepts the key for {environment}. No link was created.</p>
        </Callout>
      )}
      <UnstyledButton className={styles['advanced']} aria-expanded={open} onClick={toggle}>
        <ChevronRight size={15} aria-hidden data-open={open || undefined} />
        {failed
          ? `Stopped at step ${steps.indexOf(failed) + 1} of ${steps.length}: ${stepLabels[failed.name]}`
          : `All ${steps.length} steps`}
      </UnstyledButton>
      {open && (
        <Stack className={styles['steps']} component="ol" gap={6}>
          {steps.map((step) => (
            <Step key={step.name} step={step} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function Step({ step: { name, state, found } }: { step: ConnectionStep }) {
  const Icon = icons[state]
  return (
    <li data-state={state}>
      <Icon size={16} aria-label={stateWords[state]} />
      <span>{stepLabels[name]}</span>
      <span className={styles['found']}>{found}</span>
    </li>
  )
}
