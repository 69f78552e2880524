import { Button } from '@mantine/core'
import type { ProblemError } from '../../api/problemError.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { QuietText } from '../../ui/variants.ts'

interface VisitsFailureProps {
  visits: { error: ProblemError | null; refetch: () => Promise<unknown> }
  outcome?: string
}

/** Shows why visits couldn't be loaded, with a button to try again. Renders nothing if they were. */
export function VisitsFailure({ visits: { error, refetch }, outcome }: VisitsFailureProps) {
  return (
    error && (
      <ProblemView
        problem={error.problem}
        {...(outcome !== undefined && { outcome })}
        retry={() => void refetch()}
      />
    )
  )
}

interface VisitsWaitProps {
  /** The query that has no answer yet. */
  visits: VisitsFailureProps['visits'] & { fetchStatus: string; cancel: () => void }
}

/**
 * Shows that visits are loading, or why they couldn't be loaded. A service may take a long time, so the user can cancel
 * and retry.
 */
export function VisitsWait({ visits }: VisitsWaitProps) {
  const { error, fetchStatus, cancel, refetch } = visits
  if (error) return <VisitsFailure visits={visits} />
  if (fetchStatus !== 'idle') return <Loading label="Loading the visits" cancel={cancel} />
  return (
    <QuietText role="status">
      Loading was cancelled.{' '}
      <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
        Try again
      </Button>
    </QuietText>
  )
}
