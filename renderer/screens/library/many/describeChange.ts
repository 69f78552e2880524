import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'

type Change = CallInput<'library.mark'>['change']

/**
 * Returns a sentence about a library-only change: `Tag “spring” removed from 640 links`. `null` means that the links
 * were removed.
 */
export function describeChange(links: number, change: Change | null): string {
  const these = formatCount(links, 'link')
  if (change === null) return `${these} deleted from the library`
  const { starred, archived, note, addTags = [], removeTags = [] } = change
  const parts = [
    addTags.length > 0 && `${tagWords(addTags)} added to ${these}`,
    removeTags.length > 0 && `${tagWords(removeTags)} removed from ${these}`,
    starred !== undefined && (starred ? `${these} starred` : `Star removed from ${these}`),
    note !== undefined && `Note of ${these} changed`,
    archived !== undefined && (archived ? `${these} archived` : `${these} unarchived`),
  ]
  return parts.filter((part) => part !== false).join('; ') || `${these} changed`
}

/** Maximum characters of a tag in a sentence. */
const maxTagLength = 30

function tagWords(tags: readonly string[]): string {
  const [only = ''] = tags
  return tags.length === 1 ? `Tag “${shorten(only, maxTagLength)}”` : `${tags.length} tags`
}
