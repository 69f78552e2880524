import { Group, Loader, Text } from '@mantine/core'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { useScrollIntoView } from '../../ui/useScrollIntoView.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import type { CallMutation } from '../../api/useCall.ts'
import { ConnectionSteps } from './ConnectionSteps.tsx'
import { Fixes, type Changes } from './Fixes.tsx'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { SmallButton } from '../../ui/variants.ts'

interface ConnectionTestProps {
  test: CallMutation<'connection.test'>
  environment: Environment
  /** Applies changes to the form and repeats the test. */
  fix: (changes: Changes) => void
}

/** Shows a running connection test, then its result. */
export function ConnectionTest({ test, environment, fix }: ConnectionTestProps) {
  if (test.isPending) return <TestRunning cancel={test.reset} />
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

function TestRunning({ cancel }: { cancel: () => void }) {
  const part = useScrollIntoView<HTMLDivElement>()
  return (
    <Group
      ref={part}
      gap={10}
      wrap="nowrap"
      p="10px 12px"
      bg="var(--sunken)"
      bd="1px solid var(--line)"
      bdrs="md"
      role="status"
    >
      <Loader size={16} aria-hidden />
      <Text inherit flex={1}>
        Testing the connection. No link is created.
      </Text>
      <Elapsed />
      <SmallButton onClick={cancel}>Cancel</SmallButton>
    </Group>
  )
}
