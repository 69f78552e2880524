import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronRight, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { Callout } from '../Callout.tsx'
import { Code } from '../Code.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { problemDetails } from './problemDetails.ts'
import styles from './problem.module.css'

interface ProblemViewProps {
  problem: Problem
  /** What the problem means for the current action, shown first. */
  outcome?: string
  /** What to do in this place, instead of the general advice. */
  advice?: string | undefined
  /** Actions that may fix it. */
  actions?: ReactNode
  /** Makes *Try again* the only action. */
  retry?: () => void
}

/** Shows a problem: what happened, why, what to do, and details to copy. */
export function ProblemView({ problem, outcome, advice, actions, retry }: ProblemViewProps) {
  const { title, why, advice: generalAdvice } = catalogue[problem.code]
  return (
    <Callout
      tone={problem.code === 'create_unknown' ? 'warn' : 'bad'}
      icon={CircleAlert}
      title={title}
      role="alert"
      actions={retry ? <RetryButton retry={retry} /> : actions}
    >
      {Boolean(outcome) && <p className={styles['outcome']}>{outcome}</p>}
      <p>{why}</p>
      {problem.retryAfterMs !== undefined && <p>{waitSentence(problem.retryAfterMs)}</p>}
      <Text inherit fw={500}>
        {advice ?? generalAdvice}
      </Text>
      <ProblemDetails problem={problem} />
    </Callout>
  )
}

function RetryButton({ retry }: { retry: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={retry}>
      Try again
    </Button>
  )
}

/** Shows a problem's technical details, folded, with a copy button. */
export function ProblemDetails({ problem }: { problem: Problem }) {
  const [open, { toggle }] = useDisclosure(false)
  const text = problemDetails(problem)
  return (
    <>
      <UnstyledButton className={styles['toggle']} aria-expanded={open} onClick={toggle}>
        <ChevronRight size={14} aria-hidden data-open={open || undefined} /> Details
      </UnstyledButton>
      {open && (
        <Stack className={styles['details']} gap="xs" align="flex-start" pt="xs">
          <Code text={text} label="Details of the problem" />
          <CopyButton text={text} label="Copy details" variant="default" size="xs" />
        </Stack>
      )}
    </>
  )
}

function waitSentence(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return `It asks to wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}
