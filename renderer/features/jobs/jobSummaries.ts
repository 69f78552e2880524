import type { Job } from '../../../contract/app/jobs/job.ts'
import type { LongWorkKind } from '../../../contract/app/jobs/longWork.ts'
import { runPath } from '../../session/routes.ts'
import { checkSummary, linkToChecked } from './checkSummary.ts'
import { jobVerb } from './runCounts.ts'
import { formatCount, formatNumber, referencesText } from '../../ui/formatCount.ts'

/** Summarizes completed and cancelled jobs by state and counts. Failed jobs show a problem instead. */
export const jobSummaries: Partial<Record<LongWorkKind, (job: Job) => string>> = {
  export: ({ state, counts }) =>
    state !== 'finished'
      ? `${state === 'cancelled' ? 'The export was cancelled. ' : ''}No file was created.`
      : exportSummary(counts),
  check: checkSummary,
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
  run: linkToRun,
  changeRun: linkToRun,
}

function linkToRun({ run }: Job) {
  return run === undefined ? null : { href: runPath(run), label: 'View run' }
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

/**
 * Returns the result of an import: "812 added (800 in Production, 12 in Development). 30 were there already. 2,400 not
 * found in development." The environments are named if links were found in both.
 */
function importSummary({ state, counts }: Job): string {
  const count = (name: string) => counts[name] ?? 0
  const isOnlyKept = count('new') === 0 && count('references') > 0
  const absent = absentTexts(count)
  const invalid = count('invalid') - absent.reduce((sum, { links }) => sum + links, 0)
  const sentences = [
    state === 'cancelled' && 'Cancelled',
    !isOnlyKept &&
      `${formatNumber(count('new'))} added${environmentsText(count('production'), count('development'))}`,
    count('references') > 0 && `${referencesText(count('references'))} kept for reference`,
    count('known') > 0 && `${countWithWere(count('known'))} there already`,
    count('foreign') > 0 && `${countWithWere(count('foreign'))} left out (made by other services)`,
    ...absent.map(({ links, text }) => `${formatNumber(links)} not found ${text}`),
    ...environments.map((there) => keyRefusedText(there, count(`keyRefusedIn${there}`))),
    invalid > 0 && `${formatCount(invalid, 'row')} couldn’t be used`,
  ]
  return `${sentences.filter(Boolean).join('. ')}.`
}

const environments = ['Production', 'Development'] as const

/** Returns how many links weren't found, and where. */
function absentTexts(count: (name: string) => number): { links: number; text: string }[] {
  return [
    { links: count('absentInProduction'), text: 'in production' },
    { links: count('absentInDevelopment'), text: 'in development' },
    { links: count('absentAnywhere'), text: 'in production or development' },
  ].filter(({ links }) => links > 0)
}

/** Returns how many links were looked up in only one environment because the service refuses the key for the other. */
function keyRefusedText(there: string, links: number): string | false {
  return (
    links > 0 &&
    `${formatNumber(links)} not looked up in ${there.toLowerCase()}, where the service refuses the key`
  )
}

function environmentsText(production: number, development: number): string {
  if (production === 0 || development === 0) return ''
  return ` (${formatNumber(production)} in Production, ${formatNumber(development)} in Development)`
}

function countWithWere(count: number): string {
  return formatCount(count, 'was', 'were')
}

/** Returns the result of a run so far: "297 links created, 2 failed, 1 is not certain." */
function runSummary({ kind, state, counts, done }: Job): string {
  const verb = jobVerb(kind)
  const { created = done, failed = 0, unknown = 0 } = counts
  const parts = [
    `${created.toLocaleString()} ${created === 1 ? 'link' : 'links'} ${verb}`,
    failed > 0 && `${failed.toLocaleString()} ${verb === 'changed' ? 'not changed' : 'failed'}`,
    unknown > 0 && `${unknown.toLocaleString()} ${unknown === 1 ? 'is' : 'are'} not certain`,
  ]
  const sentence = `${parts.filter(Boolean).join(', ')}.`
  return state === 'cancelled' ? `Paused. ${sentence}` : sentence
}
