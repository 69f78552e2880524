import { catalogue } from '../problems/problemCatalogue.ts'
import { formatNumber } from '../../service/text/text.ts'
import { formatCount, referencesText } from '../text/formatCount.ts'
import type { Job } from './job.ts'
import { longWork } from './longWork.ts'

/** A system notification. It never contains a link, a name or a key, because it can appear on a locked screen. */
export interface SystemNotification {
  title: string
  text: string
  /** The route of the window that shows more. */
  path: string
}

/** Returns the notification about work that has ended by itself; `null` for work that people don't wait for. */
export function describeEnd(job: Job): SystemNotification | null {
  const { kind, state, problem, run } = job
  if (state === 'running' || state === 'cancelled') return null
  if (kind !== 'import' && kind !== 'run' && kind !== 'changeRun') return null
  const { doing } = longWork[kind]
  const summary = kind === 'import' ? importSummary(job) : runSummary(job)
  const path = run === undefined ? '/links' : `/bulk/${run}`
  if (!problem) return { title: doing, text: summary, path }
  return { title: `${doing} has stopped`, text: `${catalogue[problem.code].title}. ${summary}`, path }
}

/**
 * Returns the result of an import: "812 added (800 in Production, 12 in Development). 30 were there already. 2,400 not
 * found in development." The environments are named if links were found in both.
 */
export function importSummary({ state, counts }: Job): string {
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
    invalid > 0 && `${formatCount(invalid, 'row')} couldn’t be used`,
  ]
  return `${sentences.filter(Boolean).join('. ')}.`
}

/** Returns how many links weren't found, and where. */
function absentTexts(count: (name: string) => number): { links: number; text: string }[] {
  return [
    { links: count('absentInProduction'), text: 'in production' },
    { links: count('absentInDevelopment'), text: 'in development' },
    { links: count('absentAnywhere'), text: 'in production or development' },
  ].filter(({ links }) => links > 0)
}

function environmentsText(production: number, development: number): string {
  if (production === 0 || development === 0) return ''
  return ` (${formatNumber(production)} in Production, ${formatNumber(development)} in Development)`
}

function countWithWere(count: number): string {
  return formatCount(count, 'was', 'were')
}

/** Returns how many rows wait until the user has reviewed the first link, which was created. */
export function countWaiting({ counts: { created = 0, waiting = 0 } }: Pick<Job, 'counts'>): number {
  return created === 0 ? 0 : waiting
}

/** Returns the result of a run so far: "297 links created, 2 failed, 1 is not certain." */
export function runSummary(job: Job): string {
  const waiting = countWaiting(job)
  if (waiting === 0 || job.state !== 'finished') return outcomeSummary(job)
  return `The first link is created. Review it, and then create the other ${formatNumber(waiting)}.`
}

function outcomeSummary({ kind, state, counts, done }: Job): string {
  const verb = kind === 'changeRun' ? 'changed' : 'created'
  const { created = done, failed = 0, unknown = 0 } = counts
  const parts = [
    `${created.toLocaleString()} ${created === 1 ? 'link' : 'links'} ${verb}`,
    failed > 0 && `${failed.toLocaleString()} ${verb === 'changed' ? 'not changed' : 'failed'}`,
    unknown > 0 && `${unknown.toLocaleString()} ${unknown === 1 ? 'is' : 'are'} not certain`,
  ]
  const sentence = `${parts.filter(Boolean).join(', ')}.`
  return state === 'cancelled' ? `Paused. ${sentence}` : sentence
}
