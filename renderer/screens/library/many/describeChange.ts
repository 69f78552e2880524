import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { RecentChange } from '../../../../contract/app/calls/links/changes.ts'
import type { LinkPatch } from '../../../../contract/app/link/change/linkPatch.ts'
import { fieldName } from '../../../link/fieldNames.ts'
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

/** Returns what happened to links at their service, and who did it: `switched off by you`. */
export function describeRecent(change: RecentChange): string {
  switch (change.kind) {
    case 'change':
      return `${describePatch(change.patch)} by you${stateWords[change.state]}`
    case 'colleague':
      return `changed ${withKey(change.by)}`
    case 'created':
      return change.links === 1
        ? `created ${withKey(change.by)}`
        : `${change.atLeast ? 'At least ' : ''}${formatCount(change.links, 'link')} created ${withKey(change.by)}`
    case 'run':
      return `${formatCount(change.links, 'link')} ${change.isChange ? 'changed' : 'created'} by you in a run`
  }
}

/** Services that list links name the key. Without a name, this app did it. */
function withKey(by: string | null): string {
  return by === null ? 'by you' : `with the key “${shorten(by, 40)}”`
}

const stateWords = {
  applied: '',
  pending: ', not answered yet',
  unknown: ', with an unknown outcome',
  refused: ', but refused',
  conflict: ', but someone else had changed it',
} as const

function describePatch({ active, active_until: until, ...patch }: LinkPatch): string {
  const fields = Object.keys(patch).map((field) => fieldName(field))
  const parts = [
    active !== undefined && (active ? 'switched on' : 'switched off'),
    until !== undefined && (until === null ? 'end date removed' : 'end date set'),
    fields.length > 0 && `${fields.join(', ')} changed`,
  ]
  return parts.filter((part) => part !== false).join(' and ')
}
