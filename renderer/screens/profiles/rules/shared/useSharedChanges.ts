import { useState } from 'react'
import type { SharedChange } from '../../../../../contract/app/rules/sharedEntries.ts'
import { offerUndo, showProblem } from '../../../../api/offerUndo.ts'
import { useCallMutation } from '../../../../api/useCall.ts'
import { showToast } from '../../../../ui/toast.ts'
import { formatCount } from '../../../../ui/formatCount.ts'

/** Returns functions that decide on shared changes: accept them, or keep the user's own entries. Each offers Undo. */
export function useSharedChanges(profileId: string, isFromService: boolean) {
  const apply = useCallMutation('sharing.apply')
  const decide = useCallMutation('sharing.keep')
  const [message, setMessage] = useState<string | null>(null)
  /** Shows why an Undo was not done as a toast, because another screen may be open by then. */
  const reportUndo = (failure: string | null) => {
    setMessage(null)
    if (failure !== null) showToast({ role: 'alert', message: failure })
  }
  const revert = async (changes: SharedChange[]) => {
    const result = await apply.mutateAsync({ profileId, changes, isFromService, isUndo: true })
    reportUndo(describeFailure(result, noUndo))
  }
  const accept = async (changes: SharedChange[]) => {
    const { undo, ...result } = await apply.mutateAsync({ profileId, changes, isFromService })
    setMessage(describeFailure(result, stale))
    if (undo.length > 0) offerUndo({ message: `${entriesText(changes)} accepted.`, undo: () => revert(undo) })
  }
  const keep = async (changes: SharedChange[]) => {
    await decide.mutateAsync({ profileId, changes })
    setMessage(null)
    const undo = () => decide.mutateAsync({ profileId, changes, isUndo: true })
    offerUndo({ message: `Your ${changes.length === 1 ? 'entry is' : 'entries are'} kept.`, undo })
  }
  const run = (work: Promise<void>) => void work.catch(showProblem)
  return {
    isBusy: apply.isPending || decide.isPending,
    /** The error of the last action, as a sentence; `null` if it succeeded. */
    message,
    accept: (changes: SharedChange[]) => run(accept(changes)),
    keep: (changes: SharedChange[]) => run(keep(changes)),
  }
}

const stale = 'Something changed in the meantime, so nothing was done. Look at the differences again.'
const noUndo = 'It was edited in the meantime, so it can’t be undone any more.'

/** Returns why nothing was done, as a sentence; `null` if it was. */
function describeFailure(
  { isCurrent, errors }: { isCurrent: boolean; errors: readonly string[] },
  outdated: string,
): string | null {
  return isCurrent ? (errors[0] ?? null) : outdated
}

function entriesText(changes: readonly SharedChange[]): string {
  return formatCount(changes.length, 'difference', 'differences')
}
