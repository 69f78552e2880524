import { checkOutcomes } from '../../../contract/app/link/check.ts'
import type { Job } from '../../../contract/app/jobs/job.ts'

const outcomeWords = { same: 'the same', changed: 'changed', inactive: 'off', gone: 'gone' } as const
const attentionOutcomes = ['changed', 'inactive', 'gone'] as const

/** Returns the result of a check of many links: "2,388 the same, 9 changed, 2 off, 1 gone." */
export function checkSummary({ state, counts, done }: Job): string {
  const found = checkOutcomes.filter((outcome) => (counts[outcome] ?? 0) > 0)
  const parts = found.map((outcome) => `${formatCount(counts[outcome])} ${outcomeWords[outcome]}`)
  const unanswered = counts['unanswered'] ?? 0
  if (unanswered > 0) parts.push(`${formatCount(unanswered)} unanswered`)
  const summaryText = parts.length === 0 ? 'no link was checked' : parts.join(', ')
  const checked = `${formatCount(done)} ${done === 1 ? 'link' : 'links'} checked`
  return state === 'cancelled' ? `Cancelled. ${capitalize(summaryText)}.` : `${checked}: ${summaryText}.`
}

/** Returns a link to the view of the links that changed; `null` if there are none. */
export function linkToChecked({ counts }: Job): { href: string; label: string } | null {
  const outcomes = attentionOutcomes.filter((outcome) => (counts[outcome] ?? 0) > 0)
  const links = outcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  if (links === 0) return null
  return {
    href: `/links?${outcomes.map((outcome) => `check=${outcome}`).join('&')}`,
    label: links === 1 ? 'Show it' : `Show the ${formatCount(links)}`,
  }
}

function formatCount(count = 0): string {
  return count.toLocaleString()
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
