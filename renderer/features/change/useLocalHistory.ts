import type { LocalVersion } from '../../../contract/app/calls/links/library.ts'
import { useMarkLinks } from '../../api/library.ts'
import { offerUndo, showProblem } from '../../api/offerUndo.ts'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import { formatTime } from '../../ui/formatTime.ts'
import type { HistoryItem } from './historyItem.ts'
import { changeTo, describeVersion } from './describeVersion.ts'

/** Returns the changes of a link's library-only data (notes, tags, star and archive), newest first. */
export function useLocalHistory(id: string): HistoryItem[] {
  const versions = useCall('library.versions', { id }).data?.versions ?? []
  const goBackTo = useGoBack(id, versions[0])
  if (versions.length < 2) return []
  return versions.map((version, index) => {
    const words = describeVersion(version, versions[index + 1])
    const restore = index === 0 ? null : { label: `Restore: ${words}`, run: () => goBackTo(version) }
    return { key: `library ${version.since ?? 'before'}`, at: version.since, lines: [words], restore }
  })
}

/** Returns a function that restores an earlier version, with Undo. A restore is recorded as a change too. */
function useGoBack(id: string, now: LocalVersion | undefined) {
  const markLinks = useMarkLinks()
  const undo = useCallMutation('library.undo')
  return (version: LocalVersion) => {
    if (!now) return
    const changeId = crypto.randomUUID()
    const offer = () =>
      offerUndo({
        message:
          version.since === null
            ? 'Restored the version before these changes'
            : `Restored the version from ${formatTime(version.since)}`,
        undo: () => undo.mutateAsync({ changeId }),
      })
    // Callbacks of `mutate` are not called once the link is closed.
    const input = { which: { ids: [id] }, change: changeTo(version, now), changeId }
    void markLinks.mutateAsync(input).then(offer, showProblem)
  }
}
