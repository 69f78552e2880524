import { Button } from '@mantine/core'
import { WandSparkles } from 'lucide-react'
import type { Run } from '../../../../contract/runs/run.ts'
import { useMendable } from '../../../api/runCells.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { useCellUndo } from './useCellUndo.ts'

/** Gives all links that Google Analytics would not assign the nearest medium with a channel; hidden if there are none. */
export function MendChannels({ run }: { run: Run }) {
  const mendable = useMendable(run, 'channels')
  const mend = useRunMutation('runs.mend')
  const offerUndo = useCellUndo(run.id)
  if (!mendable || mendable.cells === 0) return null
  const apply = () =>
    mend.mutate(
      { id: run.id, what: 'channels' },
      {
        onSuccess: (done) => offerUndo(`${formatCount(done.changed, 'medium', 'mediums')} changed`, done),
        onError: ({ problem }) => showProblemToast(problem),
      },
    )
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<WandSparkles size={14} aria-hidden />}
      loading={mend.isPending}
      onClick={apply}
    >
      Fix {formatCount(mendable.cells, 'unassigned medium', 'unassigned mediums')}
    </Button>
  )
}
