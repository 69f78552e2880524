import { Button } from '@mantine/core'
import type { Run } from '../../../../contract/app/runs/run.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'

/** Chooses whether rows whose link the library has, or an earlier row creates, are skipped or created. */
export function ExistingLinks({ run }: { run: Run }) {
  const change = useRunMutation('runs.change')
  const { createExisting, counts, repeated, comparing } = run
  if (comparing) return null
  if (counts.existing === 0 && !createExisting) return null
  const toggle = () =>
    change.mutate(
      { id: run.id, createExisting: !createExisting },
      { onError: ({ problem }: ProblemError) => showProblemToast(problem) },
    )
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={toggle}>
      {createExisting
        ? 'Skip existing links'
        : `Create the ${counts.existing.toLocaleString()} ${repeated > 0 ? 'as well' : 'again'}`}
    </Button>
  )
}
