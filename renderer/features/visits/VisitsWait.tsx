import { Button, Text } from '@mantine/core'
import type { ProblemError } from '../../api/problemError.ts'
import { Loading } from '../../ui/Loading.tsx'
import { VisitsFailure } from './VisitsFailure.tsx'

interface VisitsWaitProps {
  /** The query that has no answer yet. */
  visits: {
    error: ProblemError | null
    fetchStatus: string
    cancel: () => void
    refetch: () => Promise<unknown>
  }
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
    <Text c="dimmed" fz="sm" role="status">
      Loading was cancelled.{' '}
      <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
        Try again
      </Button>
    </Text>
  )
}
