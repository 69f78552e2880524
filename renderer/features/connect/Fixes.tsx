import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'
import type { ProblemCode } from '../../../contract/app/problems/problem.ts'
import { NetworkDrawer } from '../network/NetworkDrawer.tsx'
import { SmallButton } from '../../ui/variants.ts'

/** New values by their form field. */
export type Changes = Partial<Record<'profile.baseUrl' | `profile.environmentValues.${Environment}`, string>>

interface FixesProps {
  result: CallOutput<'connection.test'>
  environment: Environment
  fix: (changes: Changes) => void
}

/** Problems that the network settings can fix. */
const networkCodes = new Set<ProblemCode>([
  'tls_unknown_authority',
  'proxy_failed',
  'timed_out',
  'network_failed',
])

/** Shows one-click fixes for the step that failed. */
export function Fixes({ result, environment, fix }: FixesProps) {
  const { suggestedEnvironment, suggestedBaseUrl, steps } = result
  const code = steps.find(({ state }) => state === 'failed')?.problem?.code
  return (
    <>
      {suggestedEnvironment !== null && (
        <Button
          size="xs"
          onClick={() => fix({ [`profile.environmentValues.${environment}`]: suggestedEnvironment })}
        >
          Use “{suggestedEnvironment}” for {environment}
        </Button>
      )}
      {suggestedBaseUrl !== null && (
        <Button size="xs" onClick={() => fix({ 'profile.baseUrl': suggestedBaseUrl })}>
          Use {suggestedBaseUrl}
        </Button>
      )}
      {code && networkCodes.has(code) && <NetworkFix retry={() => fix({})} />}
    </>
  )
}

/** Opens the settings next to the form, so that no input is lost. */
function NetworkFix({ retry }: { retry: () => void }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <SmallButton onClick={open}>Network settings</SmallButton>
      <SmallButton onClick={retry}>Test again</SmallButton>
      <NetworkDrawer opened={opened} close={close} />
    </>
  )
}
