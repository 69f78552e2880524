import type { ChosenLinks } from '../../../../contract/library/view.ts'
import { useRemove, useUnremove } from '../../../api/collection.ts'
import { sayProblem } from '../../../ui/problem/sayProblem.tsx'
import { showToast } from '../../../ui/toast.ts'
import { showUndo } from '../../../ui/undoToast.tsx'

/** A few links can be put back for a minute; the offer for more of them stays until it is taken or dismissed. */
const aFew = 20
const staysForFew = 60_000

/** Takes links out of the library, says that they go on working, and offers to put them back. */
export function useRemoveLinks(): (which: ChosenLinks) => Promise<void> {
  const remove = useRemove()
  const unremove = useUnremove()
  return async (which) => {
    const { links, undo } = await remove.mutateAsync(which)
    if (links === 0) {
      showToast({ role: 'status', message: 'Nothing was deleted: these links are still being made.' })
      return
    }
    const what = links === 1 ? '1 link' : `${links.toLocaleString()} links`
    showUndo({
      message: `${what} deleted from the library. ${links === 1 ? 'It goes' : 'They go'} on working at the service.`,
      staysMs: links > aFew ? false : staysForFew,
      undo: () => unremove.mutate(undo, { onError: ({ problem }) => sayProblem(problem) }),
    })
  }
}
