import type { ChangeSource } from '../../../../contract/app/runs/sources.ts'
import type { SelectedLinks } from '../../../../contract/app/library/view.ts'
import type { LinkPatch } from '../../../../contract/app/link/linkPatch.ts'
import { queryChoices, type QueryChoice } from '../../../link/passedQuery.ts'
import { byName, linkFields, trackingNames } from '../../../../contract/service/link/fields.ts'
import type { ReplacedPart } from '../../../../contract/app/link/replaceInLink.ts'
import { checkEnd, parseLocalTime } from '../../record/LocalTimeField.tsx'

/** What can be changed in many links at once. */
export const choices = {
  address: 'Destination',
  replace: 'Find and replace',
  off: 'Switch off',
  on: 'Switch on',
  until: 'Set end date',
  noEnd: 'Remove end date',
  campaign: 'Campaign',
  parameters: 'Parameters of visitors',
} as const

export interface ChangeChoice {
  kind: keyof typeof choices
  text: string
  /** For *Find and replace*: the text to replace with `text`, and where. */
  find?: string
  part?: ReplacedPart
}

/** The parts in which text can be replaced. */
export const partLabels: Readonly<Record<ReplacedPart, string>> = {
  domain: 'Domain of the destination',
  path: 'Path of the destination',
  address: 'Anywhere in the destination',
  ...byName(trackingNames, (name) => linkFields[`tracking_${name}`].label),
  tag: 'Tag',
}

/** Returns the source of the change run for a choice; `null` while its input is missing or invalid. */
export function toSource(choice: ChangeChoice, which: SelectedLinks): ChangeSource | null {
  const { kind, text } = choice
  const typed = text.trim()
  if (kind === 'address') {
    return URL.canParse(typed) ? { kind: 'same', which, change: { address: typed, patch: {} } } : null
  }
  if (kind === 'replace') return toReplaceSource(choice, which)
  const time = parseLocalTime(text)
  const isEnd = time !== null && checkEnd(time) === null
  const patches: Record<Exclude<typeof kind, 'address' | 'replace'>, LinkPatch | null> = {
    off: { active: false },
    on: { active: true },
    until: isEnd ? { active_until: time.toISOString() } : null,
    noEnd: { active_until: null },
    campaign: { tracking_campaign: typed === '' ? null : typed },
    parameters: typed in queryChoices ? { pass_query: queryChoices[typed as QueryChoice] } : null,
  }
  const patch = patches[kind]
  return patch && { kind: 'same', which, change: { patch } }
}

function toReplaceSource(
  { text, find = '', part = 'domain' }: ChangeChoice,
  which: SelectedLinks,
): ChangeSource | null {
  const isComplete = find !== '' && (part !== 'domain' || text.trim() !== '')
  return isComplete
    ? { kind: 'same', which, change: { replace: { part, find, with: text }, patch: {} } }
    : null
}
