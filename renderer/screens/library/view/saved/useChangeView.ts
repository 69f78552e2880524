import type { SavedView } from '../../../../../contract/library/savedView.ts'
import { useRemoveView, useSaveView } from '../../../../api/views.ts'
import type { ProblemError } from '../../../../api/problemError.ts'
import { sayProblem } from '../../../../ui/problem/sayProblem.tsx'
import { showUndo } from '../../../../ui/undoToast.tsx'

const say = ({ problem }: ProblemError) => sayProblem(problem)

/** Changes and deletes saved views, each with a way back that outlives the menu. */
export function useChangeView() {
  const save = useSaveView()
  const removal = useRemoveView()
  const putBack = (view: SavedView) => () => void save.mutateAsync(view).catch(say)
  return {
    update: (view: SavedView, query: string) =>
      void save
        .mutateAsync({ ...view, query })
        .then(() => showUndo({ message: `View “${view.name}” changed.`, undo: putBack(view) }), say),
    remove: (view: SavedView) =>
      void removal
        .mutateAsync(view.id)
        .then(() => showUndo({ message: `View “${view.name}” deleted.`, undo: putBack(view) }), say),
  }
}
