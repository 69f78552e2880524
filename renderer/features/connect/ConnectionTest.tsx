import type { Environment } from '../../../contract/service/api/headers.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import type { CallMutation } from '../../api/useCall.ts'
import { ConnectionSteps } from './ConnectionSteps.tsx'
import { Fixes, type Changes } from './Fixes.tsx'
import { Loading } from '../../ui/Loading.tsx'

interface ConnectionTestProps {
  test: CallMutation<'connection.test'>
  environment: Environment
  /** Applies changes to the form and repeats the test. */
  fix: (changes: Changes) => void
}

/** Shows a running connection test, then its result. */
export function ConnectionTest({ test, environment, fix }: ConnectionTestProps) {
  if (test.isPending)
    return <Loading label="Testing the connection. No link is created." cancel={test.reset} />
  if (test.error) return <ProblemView problem={test.error.problem} />
  if (!test.data) return null
  return (
    <ConnectionSteps
      steps={test.data.steps}
      environment={environment}
      fixes={<Fixes result={test.data} environment={environment} fix={fix} />}
    />
  )
}
