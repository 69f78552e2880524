import { checkOutcomes } from '../../../contract/check.ts'
import type { Job } from '../../../contract/job.ts'

const words = { same: 'the same', changed: 'changed', inactive: 'inactive', gone: 'gone' } as const
const toLookAt = ['changed', 'inactive', 'gone'] as const

/** What a check of many links came to: "2,388 the same, 9 changed, 2 inactive, 1 gone." */
export function checkEnd({ state, counts, done }: Job): string {
  const some = checkOutcomes.filter((outcome) => (counts[outcome] ?? 0) > 0)
  const parts = some.map((outcome) => `${number(counts[outcome])} ${words[outcome]}`)
  const without = counts['unanswered'] ?? 0
  if (without > 0) parts.push(`${number(without)} without an answer`)
  const told = parts.length === 0 ? 'no link was checked' : parts.join(', ')
  const checked = `${number(done)} ${done === 1 ? 'link' : 'links'} checked`
  return state === 'cancelled' ? `Cancelled. ${capitalized(told)}.` : `${checked}: ${told}.`
}

/** Where the links are shown that are not as they were; `null` for none. */
export function checkedLinks({ counts }: Job): { href: string; label: string } | null {
  const outcomes = toLookAt.filter((outcome) => (counts[outcome] ?? 0) > 0)
  const links = outcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  if (links === 0) return null
  return {
    href: `/links?${outcomes.map((outcome) => `check=${outcome}`).join('&')}`,
    label: links === 1 ? 'Show it' : `Show the ${number(links)}`,
  }
}

function number(count = 0): string {
  return count.toLocaleString()
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
