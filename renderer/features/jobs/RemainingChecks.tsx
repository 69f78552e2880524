import { Box, Button } from '@mantine/core'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import type { ProblemError } from '../../api/problemError.ts'
import { useCallMutation } from '../../api/useCall.ts'
import styles from './jobs.module.css'

/** Shows how many links are still unchecked after a check was cancelled or interrupted. */
export function RemainingChecks({ links }: { links: number }) {
  const resume = useCallMutation('checks.resume')
  const discard = useCallMutation('checks.discard')
  const failed = { onError: ({ problem }: ProblemError) => showProblemToast(problem) }
  const busy = resume.isPending || discard.isPending
  return (
    <div className={styles['job']} role="group" aria-label="Links to check">
      <Box component="span" flex={1} miw={0}>
        {links === 1
          ? '1 link still needs to be checked.'
          : `${links.toLocaleString()} links still need to be checked.`}
      </Box>
      <Button size="compact-sm" disabled={busy} onClick={() => resume.mutate({}, failed)}>
        Resume
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={busy}
        title="The links stay in your library. You can check them at any time."
        onClick={() => discard.mutate({}, failed)}
      >
        Discard
      </Button>
    </div>
  )
}
