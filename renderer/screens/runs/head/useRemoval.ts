import { useLocation } from 'wouter'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { offerUndo, showProblem } from '../../../api/offerUndo.ts'
import { runIdAt } from '../../../session/routes.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useCallMutation } from '../../../api/useCall.ts'

type RemovableRun = Pick<Run, 'id' | 'name' | 'change'>

/** Returns a function that removes runs from the list with undo, and opens the list if one is shown. Their links stay. */
export function useRemoval(): (...runs: readonly RemovableRun[]) => void {
  const remove = useCallMutation('runs.remove')
  const restore = useCallMutation('runs.unremove')
  const [path, go] = useLocation()
  return (...runs) => {
    const [first] = runs
    const what = runs.length === 1 && first ? `“${shorten(first.name, 60)}”` : formatCount(runs.length, 'run')
    const removed: RemovableRun[] = []
    const removeAll = async () => {
      for (const run of runs) {
        // `onSuccess` is not called once another screen is open, which then stays open.
        const openList = () => go(run.change === null ? '/bulk' : '/bulk?kind=change')
        await remove.mutateAsync({ id: run.id }, runIdAt(path) === run.id ? { onSuccess: openList } : {})
        removed.push(run)
      }
    }
    const offer = () => {
      if (removed.length === 0) return
      offerUndo({
        message: `${what} removed. ${runs.length === 1 ? 'Its' : 'Their'} links stay in Links.`,
        undone: `${what} restored.`,
        undo: async () => {
          for (const { id } of removed) await restore.mutateAsync({ id })
        },
      })
    }
    void removeAll().catch(showProblem).then(offer)
  }
}
