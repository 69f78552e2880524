import { Button } from '@mantine/core'
import { WandSparkles } from 'lucide-react'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import type { FixTarget } from '../../../../contract/app/calls/runs/runs.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useFixable } from '../../../api/runCells.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { useCellUndo } from './useCellUndo.ts'

const showProblem = ({ problem }: ProblemError) => showProblemToast(problem)

/** Texts for a fix of many cells: the label of its button, and the message when it is done. */
interface FixText {
  label: (fixable: CallOutput<'runs.countFixable'>) => string
  done: (cells: number) => string
}

const texts: Record<FixTarget, FixText> = {
  addresses: {
    label: ({ cells, missingScheme }) =>
      cells === missingScheme
        ? `Add https:// to all ${formatNumber(cells)}`
        : `Fix ${formatCount(cells, 'address', 'addresses')}`,
    done: (cells) => `${formatCount(cells, 'address', 'addresses')} fixed`,
  },
  wrappers: {
    label: ({ cells }) => `Unwrap ${formatCount(cells, 'address', 'addresses')}`,
    done: (cells) => `${formatCount(cells, 'address', 'addresses')} changed`,
  },
  values: {
    label: ({ cells }) => `Fix ${formatCount(cells, 'value')}`,
    done: (cells) => `${formatCount(cells, 'value')} fixed`,
  },
  misfits: {
    label: ({ cells }) => `Repair ${formatCount(cells, 'row')}`,
    done: (cells) => `${formatCount(cells, 'row')} repaired`,
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
  // Another link or an earlier row has the path.
  paths: {
    label: ({ cells }) => `Add -2, -3… to ${formatCount(cells, 'taken path')}`,
    done: (cells) => `${formatCount(cells, 'path')} changed`,
  },
  addressRules: {
    label: ({ cells }) => `Fix tracking in ${formatCount(cells, 'address', 'addresses')}`,
    done: (cells) => `${formatCount(cells, 'address', 'addresses')} changed`,
  },
}

/** Fixes one kind of mistake in all rows at once; hidden if there is nothing to fix. */
export function FixCells({ run, what }: { run: Run; what: FixTarget }) {
  const fixable = useFixable(run, what)
  const fix = useRunMutation('runs.fix')
  const offerUndo = useCellUndo(run.id)
  if (!fixable || fixable.cells === 0) return null
  const apply = () =>
    // Callbacks of `mutate` are not called once another screen is open.
    void fix
      .mutateAsync({ id: run.id, what })
      .then((done) => offerUndo(texts[what].done(done.changed), done), showProblem)
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<WandSparkles size={14} aria-hidden />}
      loading={fix.isPending}
      onClick={apply}
    >
      {texts[what].label(fixable)}
    </Button>
  )
}
