import { checkOutcomes } from '../../../contract/app/link/check.ts'
import type { Job } from '../../../contract/app/jobs/job.ts'
import type { LongWorkKind } from '../../../contract/app/jobs/longWork.ts'
import { runPath } from '../../session/routes.ts'
import { countWaiting, importSummary, runSummary } from '../../../contract/app/jobs/endedJob.ts'
import { formatCount, formatNumber } from '../../ui/formatCount.ts'

/** Summarizes completed and cancelled jobs by state and counts. Failed jobs show a problem instead. */
export const jobSummaries: Partial<Record<LongWorkKind, (job: Job) => string>> = {
  export: ({ state, counts }) =>
    state !== 'finished'
      ? `${state === 'cancelled' ? 'The export was cancelled. ' : ''}No file was created.`
      : exportSummary(counts),
  check: checkSummary,
  lookUp: ({ state, counts: { links = 0, found = 0 } }) =>
    `${state === 'cancelled' ? 'Cancelled. ' : ''}${formatNumber(found)} of ${formatCount(links, 'link')} found.`,
  readVisits: ({ state, counts: { known = 0 } }) =>
    `${state === 'cancelled' ? 'Cancelled. ' : ''}Visits of ${formatCount(known, 'link')} read.`,
  readTeam: ({ state, counts: { known = 0 } }) =>
    state === 'cancelled'
      ? `Cancelled after ${formatCount(known, 'link')} of the team. Continue on Links, or it continues when Linkwright starts again.`
      : `${formatCount(known, 'link')} of the team read.`,
  import: importSummary,
  run: runSummary,
  changeRun: runSummary,
}

/** Links to the results of a job, if there are any. */
export const jobLinks: Partial<Record<LongWorkKind, (job: Job) => { href: string; label: string } | null>> = {
  check: linkToChecked,
  lookUp: ({ path }) => (path === undefined ? null : { href: path, label: 'Show them' }),
  run: linkToRun,
  changeRun: linkToRun,
}

function linkToRun(job: Job) {
  if (job.run === undefined) return null
  return { href: runPath(job.run), label: countWaiting(job) > 0 ? 'Review it' : 'View run' }
}

/** Summarizes an export of links, of table rows, or of an empty template. Links without an address have no QR code. */
function exportSummary({ links = 0, left = 0, unanswered = 0, rows, tables }: Job['counts']): string {
  if (tables !== undefined) return 'The template is ready to fill in.'
  if (rows !== undefined) return `${formatCount(rows, 'row')} exported.`
  const without = left > 0 ? ` ${formatCount(left, 'link')} left out: no address for a QR code.` : ''
  const unknown =
    unanswered > 0
      ? ` The visits of ${formatCount(unanswered, 'link')} are missing: the service didn’t respond.`
      : ''
  return `${formatCount(links, 'link')} exported.${without}${unknown}`
}

const outcomeWords = { same: 'the same', changed: 'changed', inactive: 'off', gone: 'gone' } as const
const attentionOutcomes = ['changed', 'inactive', 'gone'] as const

/** Returns the result of a check of many links: "2,388 the same, 9 changed, 2 off, 1 gone." */
function checkSummary({ state, counts, done }: Job): string {
  const found = checkOutcomes.filter((outcome) => (counts[outcome] ?? 0) > 0)
  const parts = found.map((outcome) => `${formatNumber(counts[outcome] ?? 0)} ${outcomeWords[outcome]}`)
  const unanswered = counts['unanswered'] ?? 0
  if (unanswered > 0) parts.push(`${formatNumber(unanswered)} unanswered`)
  const results = parts.join(', ')
  if (state === 'cancelled') return `Cancelled. ${results || 'No link was checked'}.`
  return `${formatCount(done, 'link')} checked: ${results || 'no link was checked'}.`
}

/** Returns a link to the view of the links that changed; `null` if there are none. */
function linkToChecked({ counts }: Job): { href: string; label: string } | null {
  const outcomes = attentionOutcomes.filter((outcome) => (counts[outcome] ?? 0) > 0)
  const links = outcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  if (links === 0) return null
  return {
    href: `/links?${outcomes.map((outcome) => `check=${outcome}`).join('&')}`,
    label: links === 1 ? 'Show it' : `Show the ${formatNumber(links)}`,
  }
}
