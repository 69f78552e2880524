import { Group, Text } from '@mantine/core'
import { PlugZap } from 'lucide-react'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { IconLine } from '../../ui/IconLine.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { SmallButton } from '../../ui/variants.ts'

/** Shows that the local service isn't running, and offers to start it. */
export default function EmbeddedStopped({ port, problem }: { port: number | null; problem: Problem }) {
  const start = useCallMutation('embedded.start')
  const isPortTaken = problem.code === 'embedded_port_taken'
  const restart = (port: 'same' | 'free') => start.mutate({ port }, { onError: showProblem })
  return (
    <Group
      component="section"
      gap="8px 10px"
      flex="none"
      py={8}
      pl="var(--gutter)"
      pr="sm"
      bg="var(--warn-ground)"
      style={{ borderBottom: '1px solid var(--warn-line)' }}
      aria-label="Service on this computer"
    >
      <IconLine icon={PlugZap} size={16} iconColor="var(--warn-text)" gap={10} flex="1 1 320px" role="alert">
        <Text inherit fw={600}>
          {isPortTaken ? `Port ${String(port)} is taken` : catalogue[problem.code].title}
        </Text>
        {stoppedText(problem)}
      </IconLine>
      <SmallButton loading={start.isPending} onClick={() => restart('same')}>
        Try again
      </SmallButton>
      {isPortTaken && (
        <SmallButton disabled={start.isPending} onClick={() => restart('free')}>
          Use another port
        </SmallButton>
      )}
    </Group>
  )
}

function stoppedText({ code }: Problem): string {
  const { why, advice } = catalogue[code]
  return `${why} ${advice}`
}
