import type { SelectedLinks } from '../../../contract/app/library/view.ts'
import { useRemoveFromLibrary } from '../../api/library.ts'
import { offerUndo } from '../../api/offerUndo.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { showToast } from '../../ui/toast.ts'

/**
 * Returns a function that removes links from the library, says that they keep working, and offers Undo. It resolves with whether
 * any was removed. *Recent changes* offers Undo for 30 days.
 */
export function useRemoveLinks(): (which: SelectedLinks) => Promise<boolean> {
  const remove = useRemoveFromLibrary()
  const restore = useCallMutation('library.undo')
  return async (which) => {
    const { links, undo } = await remove.mutateAsync(which)
    if (links === 0) {
      showToast({
        role: 'status',
        message: 'Nothing was deleted, because these links are still being created.',
      })
      return false
    }
    const linksText = formatCount(links, 'link')
    offerUndo({
      message: `${linksText} deleted from the library. ${links === 1 ? 'It keeps' : 'They keep'} working on the service.`,
      undo: async () => {
        for (const changeId of undo) await restore.mutateAsync({ changeId })
      },
      undone: `${linksText} restored.`,
    })
    return true
  }
}
