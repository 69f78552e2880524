import { useLocation } from 'wouter'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { offerUndo, showProblem } from '../../../api/offerUndo.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useCallMutation } from '../../../api/useCall.ts'

/** Returns a function that removes a run from the list with undo. Its links stay. */
export function useRemoval(): (run: Run) => void {
  const remove = useCallMutation('runs.remove')
  const restore = useCallMutation('runs.unremove')
  const [, go] = useLocation()
  return ({ id, name, change }) => {
    const offer = () =>
      offerUndo({
        message: `“${shorten(name, 60)}” removed. Its links stay in Links.`,
        undo: () => restore.mutateAsync({ id }),
      })
    // `onSuccess` is not called once another screen is open, which then stays open.
    const openList = () => go(change === null ? '/bulk' : '/bulk?kind=change')
    void remove.mutateAsync({ id }, { onSuccess: openList }).then(offer, showProblem)
  }
}
