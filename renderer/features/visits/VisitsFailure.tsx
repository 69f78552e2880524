import type { ProblemError } from '../../api/problemError.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'

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
