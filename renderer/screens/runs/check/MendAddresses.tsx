import { Button } from '@mantine/core'
import { WandSparkles } from 'lucide-react'
import type { Run } from '../../../../contract/runs/run.ts'
import { useMendable } from '../../../api/runCells.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { useCellUndo } from './useCellUndo.ts'

/** Mends the addresses of all rows at once; not there when there is nothing to mend. */
export function MendAddresses({ run }: { run: Run }) {
  const mendable = useMendable(run, 'addresses')
  const mend = useRunMutation('runs.mend')
  const offerUndo = useCellUndo(run.id)
  if (!mendable || mendable.cells === 0) return null
  const { cells, missingScheme } = mendable
  const apply = () =>
    mend.mutate(
      { id: run.id, what: 'addresses' },
      {
        onSuccess: (done) => offerUndo(`${formatCount(done.changed, 'address', 'addresses')} fixed`, done),
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
      {cells === missingScheme
        ? `Add https:// to all ${cells.toLocaleString('en')}`
        : `Fix ${formatCount(cells, 'address', 'addresses')}`}
    </Button>
  )
}
