import { Button } from '@mantine/core'
import { PlugZap } from 'lucide-react'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import styles from './connect.module.css'

interface EmbeddedStoppedProps {
  port: number | null
  problem: Problem
}

/** Shows that the local service isn't running, and offers to start it. */
export default function EmbeddedStopped({ port, problem }: EmbeddedStoppedProps) {
  const start = useCallMutation('embedded.start')
  const isPortTaken = problem.code === 'embedded_port_taken'
  const restart = (port: 'same' | 'free') =>
    start.mutate({ port }, { onError: (error) => showProblemToast(error.problem) })
  return (
    <section className={styles['stopped']} aria-label="Service on this computer">
      <PlugZap size={16} aria-hidden />
      <p role="alert">
        <strong>{isPortTaken ? `Port ${String(port)} is taken` : catalogue[problem.code].title}</strong>{' '}
        {stoppedText(problem)}
      </p>
      <Button size="xs" variant="default" loading={start.isPending} onClick={() => restart('same')}>
        Try again
      </Button>
      {isPortTaken && (
        <Button size="xs" variant="default" disabled={start.isPending} onClick={() => restart('free')}>
          Use another port
        </Button>
      )}
    </section>
  )
}

function stoppedText({ code }: Problem): string {
  const { why, advice } = catalogue[code]
  return `${why} ${advice}`
}
