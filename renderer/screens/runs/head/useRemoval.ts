import { useLocation } from 'wouter'
import type { Run } from '../../../../contract/runs/run.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { showUndo } from '../../../ui/undoToast.tsx'

const showProblem = ({ problem }: ProblemError) => showProblemToast(problem)

/** Returns a function that removes a run from the list with undo. Its links stay. */
export function useRemoval(): (run: Run) => void {
  const remove = useCallMutation('runs.remove')
  const restore = useCallMutation('runs.unremove')
  const [, go] = useLocation()
  return ({ id, name, change }) =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          go(change === null ? '/bulk' : '/bulk?kind=change')
          showUndo({
            message: `“${shorten(name, 60)}” removed. Its links stay in Links.`,
            // Callbacks of `mutate` are not called once another screen is open.
            undo: () => void restore.mutateAsync({ id }).catch(showProblem),
          })
        },
        onError: ({ problem }) => showProblemToast(problem),
      },
    )
}
