import type { RequestedChange } from '../../../../contract/app/runs/changePlan.ts'
import type { LinkPatch } from '../../../../contract/app/link/change/linkPatch.ts'
import { emptyRuleFieldValues } from '../../../../contract/service/rules/ruleFields.ts'
import type { FormRules } from '../../../link/formRules.ts'
import { queryChoices, toQueryChoice, type QueryChoice } from '../../../link/passedQuery.ts'
import { byName, linkFields, trackingNames } from '../../../../contract/service/link/fields.ts'
import type { ReplacedPart } from '../../../../contract/app/link/change/replaceInLink.ts'
import { checkEnd, parseLocalTime, toLocalText } from '../../record/LocalTimeField.tsx'

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
  ...byName(['title', 'subtitle'], (name) => linkFields[name].label),
  ...byName(trackingNames, (name) => linkFields[`tracking_${name}`].label),
  tag: 'Tag',
}

/**
 * Returns the change of a choice, in the spelling of the profile's rules; `null` while its input is missing, invalid or
 * breaks a rule.
 */
export function toChange(choice: ChangeChoice, rules: FormRules | null): RequestedChange | null {
  const { kind, text } = choice
  const typed = text.trim()
  if (kind === 'address') return URL.canParse(typed) ? { address: typed, patch: {} } : null
  if (kind === 'replace') return toReplacement(choice, rules)
  if (kind === 'campaign') return toCampaign(typed, rules)
  const time = parseLocalTime(text)
  const isEnd = time !== null && checkEnd(time) === null
  const patches: Record<typeof kind, LinkPatch | null> = {
    off: { active: false },
    on: { active: true },
    until: isEnd ? { active_until: time.toISOString() } : null,
    noEnd: { active_until: null },
    parameters: typed in queryChoices ? { pass_query: queryChoices[typed as QueryChoice] } : null,
  }
  const patch = patches[kind]
  return patch && { patch }
}

function toCampaign(typed: string, rules: FormRules | null): RequestedChange | null {
  const values = { ...emptyRuleFieldValues, campaign: typed }
  const campaign = rules?.field(values, 'campaign')?.written ?? typed
  const { tracking_campaign: error } = rules?.errors({ ...values, campaign }) ?? {}
  return error === undefined ? { patch: { tracking_campaign: campaign === '' ? null : campaign } } : null
}

function toReplacement(choice: ChangeChoice, rules: FormRules | null): RequestedChange | null {
  const { text, find = '', part = 'domain' } = choice
  const isComplete = find !== '' && (part !== 'domain' || text.trim() !== '')
  const isAllowed = findNewTagError(choice, rules) === null
  return isComplete && isAllowed ? { replace: { part, find, with: text }, patch: {} } : null
}

/** Returns the rule that the new name of a tag breaks; `null` if it breaks none. */
export function findNewTagError({ part, text }: ChangeChoice, rules: FormRules | null) {
  if (part !== 'tag' || !rules) return null
  return rules.tagFindings([text.trim()]).find(({ isError }) => isError) ?? null
}

/** Returns the choice with the value of a change, to choose another value; `null` if the change has none. */
export function toChoice({ address, replace, patch }: RequestedChange): ChangeChoice | null {
  if (address !== undefined) return { kind: 'address', text: address }
  if (replace) return { kind: 'replace', text: replace.with, find: replace.find, part: replace.part }
  if (patch.tracking_campaign !== undefined) return { kind: 'campaign', text: patch.tracking_campaign ?? '' }
  if (typeof patch.active_until === 'string')
    return { kind: 'until', text: toLocalText(new Date(patch.active_until)) }
  return patch.pass_query === undefined ? null : { kind: 'parameters', text: toQueryChoice(patch.pass_query) }
}
