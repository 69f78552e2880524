import type { LocalChange, LocalVersion } from '../../../contract/app/calls/links/library.ts'
import { shorten } from '../../ui/shorten.ts'

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
export function changeTo(
  { starred, archived, note, tags }: LocalVersion,
  now: LocalVersion,
): Required<LocalChange> {
  return {
    starred,
    archived,
    note,
    addTags: tags.filter((tag) => !now.tags.includes(tag)),
    removeTags: now.tags.filter((tag) => !tags.includes(tag)),
  }
}
