import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { offerUndo, showProblem } from '../../../api/offerUndo.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { formatCount } from '../../../ui/formatCount.ts'

type Skipped = Extract<CallInput<'runs.skip'>['which'], { all: unknown }>['all']

/** Returns a function that leaves all rows of a kind, or with one cause, out, and offers to undo it. */
export function useSkipRows(run: Run) {
  const skip = useRunMutation('runs.skip')
  return (all: Skipped, count: number) => {
    const change = crypto.randomUUID()
    const undo = () => skip.mutateAsync({ id: run.id, which: { change }, skip: false })
    // Callbacks of `mutate` are not called once another screen is open.
    void skip
      .mutateAsync({ id: run.id, which: { all, change }, skip: true })
      .then(() => offerUndo({ message: `${formatCount(count, 'row')} left out`, undo }), showProblem)
  }
}
