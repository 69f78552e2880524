import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { SelectedLinks, LibraryView } from '../../../../contract/app/library/view.ts'
import { useCheckMany } from '../../../api/checks.ts'
import { useUndoableMark } from '../../../api/library.ts'
import { readAllRows } from '../../../api/libraryPages.ts'
import { countMatching } from '../../../api/counts.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { useRemoveLinks } from '../../../features/record/useRemoveLinks.ts'
import { copyText } from '../../../ui/copyText.ts'
import { showToast } from '../../../ui/toast.ts'
import { describeChange } from './describeChange.ts'
import type { Selecting, Selection } from './useSelection.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'

type Change = CallInput<'library.mark'>['change']

/** Maximum number of links to copy. More are impractical on a clipboard. */
export const maxCopiedLinks = 10_000

/** Maximum number of links sent by id to create a run. */
export const maxSentById = 1_000

/** An action on all links of a view whose number has changed since it was shown. */
export interface ChangedCount {
  /** The current number. */
  count: number
  /** Closes the question, and runs the action or cancels it. */
  answer: (proceeds: boolean) => void
}

/** Runs actions on all selected links. `leave` moves the focus away from the selection bar, before it disappears. */
export function useManyActions(selecting: Selecting, leave: () => void) {
  const { selection, clear } = selecting
  const client = useQueryClient()
  const markLinks = useUndoableMark()
  const removeLinks = useRemoveLinks()
  const checkMany = useCheckMany()
  const { doing, doingAsShown, ...progress } = useProgress(selecting)
  const markSelected = (change: Change) =>
    doingAsShown(async () => {
      const message = (links: number) => describeChange(links, change)
      const links = await markLinks(toSelectedLinks(selection), change, message)
      // A link that has left the view is deselected.
      if (change.archived !== undefined) {
        leave()
        clear()
      }
      if (links === 0) showToast({ role: 'status', message: 'No links were changed' })
    })
  return {
    ...progress,
    mark: markSelected,
    selectAll: (view: LibraryView) =>
      doing(async () => selecting.all(view, await countMatching(client, view))),
    copy: () =>
      doing(async () => {
        const selectedRows =
          selection.kind === 'all' ? await readAllRows(selection.view) : [...selection.links.values()]
        const links = selectedRows.flatMap(({ link }) => link ?? [])
        const copied = links.length > 0 && (await copyText(links.join('\n')))
        const message = copied
          ? `${formatCount(links.length, 'link')} copied`
          : 'The links couldn’t be copied'
        showToast({ role: 'status', message: message + missingText(selectedRows.length - links.length) })
      }),
    check: () =>
      doingAsShown(async () => {
        const links = await checkMany.mutateAsync(toSelectedLinks(selection))
        if (links === 0) showToast({ role: 'status', message: nothingToCheckText })
      }),
    remove: () =>
      doingAsShown(async () => {
        if (!(await removeLinks(toSelectedLinks(selection)))) return
        leave()
        clear()
      }),
  }
}

/**
 * Runs one action at a time, and shows its problem. Resolves with `true` if it succeeded. `doingAsShown` first compares
 * the number of selected links with the number on screen. If they differ, it sets `changed`, so that the user confirms
 * the current number, and resolves after the answer.
 */
function useProgress({ selection, count }: Selecting) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState<ChangedCount | null>(null)
  const doing = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      showProblem(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const doingAsShown = async (work: () => Promise<void>) => {
    let current = count
    const isCounted = await doing(async () => {
      if (selection.kind === 'all') current = await countMatching(client, selection.view)
    })
    if (!isCounted) return false
    if (current === count) return await doing(work)
    const proceeds = await new Promise<boolean>((answer) => setChanged({ count: current, answer }))
    setChanged(null)
    return proceeds && (await doing(work))
  }
  return { busy, changed, doing, doingAsShown }
}

const nothingToCheckText = 'There’s nothing to check. No service has created any of these links.'

/** Returns the selection as input for the app's calls. */
export function toSelectedLinks(selection: Selection): SelectedLinks {
  return selection.kind === 'all' ? { view: selection.view } : { ids: [...selection.links.keys()] }
}

function missingText(missing: number): string {
  if (missing === 0) return ''
  return missing === 1 ? '. One has no link yet.' : `. ${formatNumber(missing)} have no link yet.`
}
