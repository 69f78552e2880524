import type { ChangeSource } from '../../../../contract/app/calls/runs/changeRuns.ts'
import type { SelectedLinks } from '../../../../contract/app/library/view.ts'
import type { LinkPatch } from '../../../../contract/app/link/linkPatch.ts'
import { queryChoices } from '../../../link/passedQuery.ts'
import type { QueryChoice } from '../../../link/passedQuery.ts'
import { checkEnd, parseLocalTime } from '../../record/LocalTimeField.tsx'

/** What can be changed in many links at once. */
export const choices = {
  address: 'Destination',
  off: 'Switch off',
  on: 'Switch on',
  until: 'Set end date',
  noEnd: 'Remove end date',
  campaign: 'Campaign',
  parameters: 'Parameters of visitors',
} as const

/** A choice and its input. */
export interface ChangeChoice {
  kind: keyof typeof choices
  text: string
}

/** Returns the source of the change run for a choice; `null` while its input is missing or invalid. */
export function toSource({ kind, text }: ChangeChoice, which: SelectedLinks): ChangeSource | null {
  const typed = text.trim()
  if (kind === 'address') {
    return URL.canParse(typed) ? { kind: 'same', which, change: { address: typed, patch: {} } } : null
  }
  const time = parseLocalTime(text)
  const isEnd = time !== null && checkEnd(time) === null
  const patches: Record<Exclude<typeof kind, 'address'>, LinkPatch | null> = {
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
