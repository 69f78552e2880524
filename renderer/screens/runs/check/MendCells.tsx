import { Button } from '@mantine/core'
import { WandSparkles } from 'lucide-react'
import type { CallOutput } from '../../../../contract/calls.ts'
import type { MendTarget } from '../../../../contract/calls/runs.ts'
import type { Run } from '../../../../contract/runs/run.ts'
import { useMendable } from '../../../api/runCells.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { useCellUndo } from './useCellUndo.ts'

/** Texts for a fix of many cells: the label of its button, and the message when it is done. */
interface MendText {
  label: (mendable: CallOutput<'runs.mendable'>) => string
  done: (cells: number) => string
}

const texts: Record<MendTarget, MendText> = {
  addresses: {
    label: ({ cells, missingScheme }) =>
      cells === missingScheme
        ? `Add https:// to all ${formatNumber(cells)}`
        : `Fix ${formatCount(cells, 'address', 'addresses')}`,
    done: (cells) => `${formatCount(cells, 'address', 'addresses')} fixed`,
  },
  // A medium without a channel in Google Analytics is replaced by the closest one that has a channel.
  channels: {
    label: ({ cells }) => `Fix ${formatCount(cells, 'unassigned medium', 'unassigned mediums')}`,
    done: (cells) => `${formatCount(cells, 'medium', 'mediums')} changed`,
  },
  rules: {
    label: ({ cells }) => `Apply the rules to ${formatCount(cells, 'value')}`,
    done: (cells) => `${formatCount(cells, 'value')} changed`,
  },
  ruledAddresses: {
    label: ({ cells }) => `Fix tracking in ${formatCount(cells, 'address', 'addresses')}`,
    done: (cells) => `${formatCount(cells, 'address', 'addresses')} changed`,
  },
}

/** Fixes one kind of mistake in all rows at once; hidden if there is nothing to fix. */
export function MendCells({ run, what }: { run: Run; what: MendTarget }) {
  const mendable = useMendable(run, what)
  const mend = useRunMutation('runs.mend')
  const offerUndo = useCellUndo(run.id)
  if (!mendable || mendable.cells === 0) return null
  const apply = () =>
    mend.mutate(
      { id: run.id, what },
      {
        onSuccess: (done) => offerUndo(texts[what].done(done.changed), done),
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
      {texts[what].label(mendable)}
    </Button>
  )
}
