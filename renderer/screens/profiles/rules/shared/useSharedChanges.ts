import { useState } from 'react'
import type { SourceKind } from '../../../../../contract/calls/sharing.ts'
import type { SharedChange } from '../../../../../contract/rules/sharedEntries.ts'
import { offerUndo, showProblem } from '../../../../api/offerUndo.ts'
import { useCallMutation } from '../../../../api/useCall.ts'
import { showToast } from '../../../../ui/toast.ts'
import { formatCount } from '../../../../ui/formatCount.ts'

/**
 * Returns functions that decide on changes of a shared source: accept them, keep the user's own entries, or write those
 * to the source. Each offers Undo, and calls `onChanged` when it is done.
 */
export function useSharedChanges(
  profileId: string,
  source: SourceKind | null,
  onChanged: () => void = () => undefined,
) {
  const apply = useCallMutation('sharing.apply')
  const decide = useCallMutation('sharing.keep')
  const write = useCallMutation('sharing.write')
  const [message, setMessage] = useState<string | null>(null)
  /** Shows why an Undo was not done as a toast, because another screen may be open by then. */
  const reportUndo = (failure: string | null) => {
    setMessage(null)
    if (failure !== null) showToast({ role: 'alert', message: failure, autoClose: 10_000 })
  }
  const revert = async (changes: SharedChange[]) => {
    const result = await apply.mutateAsync({ profileId, changes, source, isUndo: true }).finally(onChanged)
    reportUndo(describeFailure(result, noUndo))
  }
  const accept = async (changes: SharedChange[]) => {
    const { undo, ...result } = await apply.mutateAsync({ profileId, changes, source })
    setMessage(describeFailure(result, stale))
    if (undo.length > 0) offerUndo({ message: `${entriesText(changes)} accepted.`, undo: () => revert(undo) })
  }
  const keep = async (changes: SharedChange[], from: SourceKind) => {
    await decide.mutateAsync({ profileId, changes, source: from })
    setMessage(null)
    const undo = () => decide.mutateAsync({ profileId, changes, source: from, isUndo: true })
    offerUndo({ message: `Your ${changes.length === 1 ? 'entry is' : 'entries are'} kept.`, undo })
  }
  const writeToFile = async (changes: SharedChange[], isUndo: boolean) => {
    const failure = describeFailure(await write.mutateAsync({ profileId, changes }), isUndo ? noUndo : stale)
    if (isUndo) reportUndo(failure)
    else setMessage(failure)
    if (failure !== null || isUndo) return
    const undo = () => writeToFile(changes.map(swapSides), true)
    offerUndo({ message: `${entriesText(changes)} written to the file.`, undo })
  }
  const run = (work: Promise<void>) => void work.catch(showProblem).finally(onChanged)
  return {
    isBusy: apply.isPending || decide.isPending || write.isPending,
    /** The error of the last action, as a sentence; `null` if it succeeded. */
    message,
    accept: (changes: SharedChange[]) => run(accept(changes)),
    keep: (changes: SharedChange[]) => {
      if (source) run(keep(changes, source))
    },
    /** Writes the user's own entries into the followed file. */
    write: (changes: SharedChange[]) => run(writeToFile(changes.map(swapSides), false)),
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

function swapSides({ kind, name, before, after }: SharedChange): SharedChange {
  return { kind, name, before: after, after: before }
}

function entriesText(changes: readonly SharedChange[]): string {
  return formatCount(changes.length, 'difference', 'differences')
}
