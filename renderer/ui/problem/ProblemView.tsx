import { Text } from '@mantine/core'
import { useContext, type ReactNode } from 'react'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { Callout } from '../Callout.tsx'
import { formatCount } from '../formatCount.ts'
import { Code } from '../Code.tsx'
import { Fold } from '../Fold.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { HostNoticeContext, isSaidByWindow } from './hostNotice.ts'
import { problemDetails } from './problemDetails.ts'
import { SmallButton } from '../variants.ts'

interface ProblemViewProps {
  problem: Problem
  /** What the problem means for the current action, shown first. */
  outcome?: string
  /** Actions that may fix it. */
  actions?: ReactNode
  /** Makes *Try again* the only action. */
  retry?: () => void
}

/** Shows a problem: what happened, why, what to do, and details to copy. */
export function ProblemView(props: ProblemViewProps) {
  const { problem, outcome, actions, retry } = props
  const notice = useContext(HostNoticeContext)
  if (isSaidByWindow(problem, notice)) return <AppStopped {...props} isBack={notice === 'answering'} />
  const { title, why, advice } = catalogue[problem.code]
  return (
    <Callout
      tone={problem.code === 'create_unknown' ? 'warn' : 'bad'}
      title={title}
      role="alert"
      actions={retry ? <RetryButton retry={retry} /> : actions}
    >
      {Boolean(outcome) && (
        <Text inherit fw={550}>
          {outcome}
        </Text>
      )}
      <p>{why}</p>
      {problem.retryAfterMs !== undefined && <p>{waitSentence(problem.retryAfterMs)}</p>}
      <Text inherit fw={500}>
        {advice}
      </Text>
      <ProblemDetails problem={problem} />
    </Callout>
  )
}

/** Shows only what it means here that the app has stopped, and offers to try again once it is back. */
function AppStopped({ outcome, actions, retry, isBack }: ProblemViewProps & { isBack: boolean }) {
  if (!isBack && !outcome) return null
  return (
    <Callout
      tone="bad"
      title={outcome || 'The app didn’t answer'}
      role="alert"
      actions={isBack && (retry ? <RetryButton retry={retry} /> : actions)}
    >
      {isBack && <p>It answers again. Try again.</p>}
    </Callout>
  )
}

function RetryButton({ retry }: { retry: () => void }) {
  return <SmallButton onClick={retry}>Try again</SmallButton>
}

/** Shows a problem's technical details, folded, with a copy button. */
export function ProblemDetails({ problem }: { problem: Problem }) {
  const text = problemDetails(problem)
  return (
    <Fold title="Details">
      <Code text={text} label="Details of the problem" />
      <CopyButton text={text} label="Copy details" variant="default" size="xs" />
    </Fold>
  )
}

function waitSentence(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const [count, unit] =
    seconds <= 120
      ? [seconds, 'second']
      : seconds <= 7_200
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour']
  return `It asks to wait ${formatCount(Math.ceil(count), unit)}.`
}
