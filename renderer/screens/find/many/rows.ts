import type { FoundLink } from '../../../../contract/app/calls/links/links.ts'
import type { Lookup } from '../../../../contract/app/calls/links/links.ts'
import { linkText } from '../../../../contract/service/address/linkAddress.ts'
import { fieldsOf, linkFields } from '../../../../contract/service/link/fields.ts'
import type { RemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import { linkRules } from '../../../link/linkRules.ts'
import { hasEnded } from '../../../../contract/app/link/change/linkPatch.ts'
import { firstAddress, linkOfRecord } from '../../../link/linkOfRecord.ts'
import type { ProfileName } from '../../../session/useProfileName.ts'
import type { Tone } from '../../../ui/Callout.tsx'
import { formatNumber } from '../../../ui/formatCount.ts'
import { describeLink } from '../../../features/simulator/sentence.ts'

/** A row of the table. */
export interface Row {
  state: { tone: Tone; label: string; word: string }
  sentence: string
  /** `null` if there is none. */
  destination: string | null
}

/** The states in the order of the summary, with their word in it. */
const states = {
  active: { tone: 'good', label: 'Active', word: 'active' },
  switchedOff: { tone: 'bad', label: 'Switched off', word: 'switched off' },
  ended: { tone: 'bad', label: 'Ended', word: 'ended' },
  notFound: { tone: 'warn', label: 'Not found', word: 'not found' },
  failed: { tone: 'bad', label: 'No answer', word: 'without an answer' },
  missing: { tone: 'warn', label: 'Not on the service', word: 'not on the service' },
  notConfirmed: { tone: 'quiet', label: 'Not confirmed', word: 'not confirmed' },
  notAsked: { tone: 'quiet', label: 'Not asked', word: 'not yours' },
  waiting: { tone: 'quiet', label: 'Waiting', word: 'not looked up' },
} as const satisfies Record<string, Row['state']>

/** Summarizes many lookups by the states of their rows: "3 active, 1 not found". */
export function countsText(lookups: readonly Lookup[], nameOf: ProfileName): string {
  const counts = new Map(Object.values(states).map(({ word }): [string, number] => [word, 0]))
  for (const lookup of lookups) {
    const { word } = toRow(lookup, nameOf).state
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const parts = [...counts].flatMap(([word, count]) => (count > 0 ? [`${formatNumber(count)} ${word}`] : []))
  return parts.join(', ')
}

/** Returns the service's answer; `null` if there is none. */
function foundBy({ result }: Lookup): FoundLink | null {
  return result && 'found' in result ? result.found : null
}

/** Returns why a link wasn't found; `null` if it was, and until that is known. */
export function problemOf({ result }: Lookup): Problem | null {
  return result && 'problem' in result ? result.problem : null
}

/** Returns whether a retry may have another result, unlike for a link that does not exist. */
export function isRetryable(lookup: Lookup): boolean {
  const problem = problemOf(lookup)
  return problem !== null && problem.code !== 'link_not_found'
}

/** Returns whether a lookup is finished. */
export function isSettled({ context, result }: Lookup): boolean {
  return context === null || result !== null
}

/** Returns a link as its row shows it: from the service, or else from the library; `null` if neither has it. */
export function shownLink(lookup: Lookup): RemoteLink | null {
  return foundBy(lookup)?.link ?? (lookup.record && linkOfRecord(lookup.record))
}

/** Returns what is known about a link as a sentence and a state: from the service, or else from the library. */
export function toRow(lookup: Lookup, nameOf: ProfileName): Row {
  const link = shownLink(lookup)
  const found = foundBy(lookup)
  const { record } = found ?? lookup
  const rules = link && linkRules(link, record?.request ?? null)
  const described = link && rules ? describeLink(link, rules, found?.defaults ?? 'unknown') : ''
  const state = found && rules ? foundState(found.link, rules.active) : stateOf(lookup, link !== null)
  return {
    state: states[state],
    sentence: [described, remarkOn(state, lookup, nameOf)].filter(Boolean).join(' '),
    destination: link && firstAddress({ request: null, stored: link }),
  }
}

function foundState(link: RemoteLink, isActive: boolean) {
  if (isActive) return 'active'
  return hasEnded(link) ? 'ended' : 'switchedOff'
}

/** Returns the state of a link that its service hasn't returned. `isKnown`: whether the library has it. */
function stateOf(lookup: Lookup, isKnown: boolean): keyof typeof states {
  if (lookup.context === null) return isKnown ? 'notConfirmed' : 'notAsked'
  const problem = problemOf(lookup)
  if (!problem) return 'waiting'
  if (problem.code === 'link_not_found') return isKnown ? 'missing' : 'notFound'
  return isKnown ? 'notConfirmed' : 'failed'
}

/** Returns why a link is in a state, as a sentence; empty if there is nothing to say. */
function remarkOn(state: keyof typeof states, lookup: Lookup, nameOf: ProfileName): string {
  const { link, context, inNeither } = lookup
  const problem = problemOf(lookup)
  if (state === 'notAsked') return `${link.host ?? ''} isn’t one of your link domains.`
  if (state === 'failed' && problem) return `${catalogue[problem.code].title}.`
  if (!context) return ''
  if (state === 'missing')
    return `This is from your library. The service doesn’t have it in ${context.environment}.`
  if (state !== 'notFound') return ''
  const where = inNeither ? 'development or production' : context.environment
  return `${nameOf(context.profileId)} doesn’t have this link in ${where}.`
}

const fields = [...fieldsOf('text'), ...fieldsOf('appTarget'), ...fieldsOf('target'), ...fieldsOf('tracking')]

/** Returns the table as spreadsheet rows, header first. */
export function toTable(lookups: readonly Lookup[], nameOf: ProfileName): string[][] {
  const labels = fields.map((field) => linkFields[field].label)
  const head = ['Link', 'Profile', 'Environment', 'State', 'Answer', ...labels, 'Tags', 'Last changed']
  return [head, ...lookups.map((lookup) => toCells(lookup, nameOf))]
}

function toCells(lookup: Lookup, nameOf: ProfileName): string[] {
  const { link, context } = lookup
  const { state, sentence } = toRow(lookup, nameOf)
  const contextCells = context ? [nameOf(context.profileId), context.environment] : ['', '']
  const stored = foundBy(lookup)?.link
  return [
    stored?.access_path ?? linkText(link),
    ...contextCells,
    state.label,
    sentence,
    ...fields.map((field) => toText(stored?.[field] ?? null)),
    stored?.tags?.join(', ') ?? '',
    stored?.updated_at ?? '',
  ]
}

function toText(value: string | { url: string | null } | null): string {
  return (typeof value === 'string' ? value : value?.url) ?? ''
}
