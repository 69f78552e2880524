import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionStep } from '../../../contract/calls/connection.ts'
import type { Environment } from '../../../contract/headers.ts'
import { useShow } from '../../ui/useShow.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import styles from './connect.module.css'

const names: Record<ConnectionStep['name'], string> = {
  address: 'Address',
  name: 'Name (DNS)',
  connection: 'Connection (TCP)',
  tls: 'Certificate (TLS)',
  http: 'Answer (HTTP)',
  json: 'Format (JSON)',
  key: 'Project key',
  environment: 'Environment',
  clock: 'Clock',
}
const icons = { passed: CircleCheck, failed: CircleX, skipped: CircleDashed }
const words = { passed: 'passed', failed: 'failed', skipped: 'not reached' }

interface ConnectionStepsProps {
  steps: ConnectionStep[]
  environment: Environment
  /** What can be done at once about the step that failed. */
  fixes: ReactNode
}

/** The walk to the service, step by step, and what to do about the one that failed. */
export function ConnectionSteps({ steps, environment, fixes }: ConnectionStepsProps) {
  const part = useShow<HTMLDivElement>()
  const failed = steps.find(({ state }) => state === 'failed')
  return (
    <div ref={part} className={styles['test']} role="status">
      <div className={styles['testHead']}>
        <h3>{failed ? `Stopped at: ${names[failed.name]}` : 'Everything answers. No link was made.'}</h3>
        <span>Tested for {environment}</span>
      </div>
      <ol className={styles['steps']}>
        {steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
      {failed?.problem && <ProblemView problem={failed.problem} actions={fixes} />}
    </div>
  )
}

function Step({ step: { name, state, found } }: { step: ConnectionStep }) {
  const Icon = icons[state]
  return (
    <li data-state={state}>
      <Icon size={16} aria-label={words[state]} />
      <span>{names[name]}</span>
      <span className={styles['found']}>{found}</span>
    </li>
  )
}
