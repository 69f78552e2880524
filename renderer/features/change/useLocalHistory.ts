import type { LocalChange, LocalVersion } from '../../../contract/app/calls/links/library.ts'
import { useUndoableMark } from '../../api/library.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { useCall } from '../../api/useCall.ts'
import { formatTimeExact } from '../../ui/formatTime.ts'
import { shorten } from '../../ui/shorten.ts'
import type { HistoryItem } from './useServiceHistory.ts'

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
  const mark = useUndoableMark()
  return (version: LocalVersion) => {
    if (!now) return
    const { since } = version
    const restored = since === null ? 'before these changes' : `from ${formatTimeExact(since)}`
    const message = () => `Restored the version ${restored}`
    // Callbacks of `mutate` are not called once the link is closed.
    void mark({ ids: [id] }, changeTo(version, now), message).catch(showProblem)
  }
}

/** Maximum number of characters of a note and of a tag in a sentence. */
const [maxShownNote, maxShownTag] = [200, 30]

/** Returns what a version changed: `Note: “Printed in May”; tag “spring” added`. `earlier` is the version before it. */
export function describeVersion(version: LocalVersion, earlier: LocalVersion | undefined): string {
  if (!earlier) return 'Before the changes in your library'
  const { addTags, removeTags } = changeTo(version, earlier)
  const parts = [
    version.note !== earlier.note &&
      (version.note === null ? 'Note removed' : `Note: “${shorten(version.note, maxShownNote)}”`),
    addTags.length > 0 && `${tagWords(addTags)} added`,
    removeTags.length > 0 && `${tagWords(removeTags)} removed`,
    version.starred !== earlier.starred && (version.starred ? 'Starred' : 'Star removed'),
    version.archived !== earlier.archived && (version.archived ? 'Archived' : 'Restored from the archive'),
  ]
  return parts.filter((part) => part !== false).join('; ')
}

function tagWords(tags: readonly string[]): string {
  const names = tags.map((tag) => `“${shorten(tag, maxShownTag)}”`).join(', ')
  return `${tags.length === 1 ? 'Tag' : 'Tags'} ${names}`
}

/** Returns the change that restores a version's data. */
function changeTo({ starred, archived, note, tags }: LocalVersion, now: LocalVersion): Required<LocalChange> {
  return {
    starred,
    archived,
    note,
    addTags: tags.filter((tag) => !now.tags.includes(tag)),
    removeTags: now.tags.filter((tag) => !tags.includes(tag)),
  }
}
