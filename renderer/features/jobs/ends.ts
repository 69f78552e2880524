import type { Job } from '../../../contract/job.ts'
import type { LongWorkKind } from '../../../contract/longWork.ts'
import { checkEnd, checkedLinks } from './checkEnd.ts'
import { counted } from '../../ui/counted.ts'

/** What is said of a job that has ended or was cancelled, in a sentence made from its state and counts. Failures have a problem instead. */
export const ends: Partial<Record<LongWorkKind, (job: Job) => string>> = {
  export: ({ state, counts }) =>
    state !== 'finished'
      ? `${state === 'cancelled' ? 'The export was cancelled. ' : ''}No file was made.`
      : exported(counts),
  check: checkEnd,
  import: importEnd,
  run: runEnd,
}

/** Where what a job has done is shown, if it has done anything to show. */
export const leads: Partial<Record<LongWorkKind, (job: Job) => { href: string; label: string } | null>> = {
  check: checkedLinks,
  run: () => ({ href: '/bulk', label: 'See your runs' }),
}

/** A file tells of links or of the rows of a table, or is an empty table; of links, some may have no address to make a code of. */
function exported({ links = 0, left = 0, rows, tables }: Job['counts']): string {
  if (tables !== undefined) return 'The table is ready to be filled in.'
  if (rows !== undefined) return `${counted(rows, 'row')} exported.`
  const without = left > 0 ? ` ${counted(left, 'link')} left out: no address to make a code of.` : ''
  return `${counted(links, 'link')} exported.${without}`
}

/** What an import came to: "812 links added, 30 were there already, 3 rows could not be used." */
function importEnd({ state, counts }: Job): string {
  const count = (name: string) => counts[name] ?? 0
  const parts = [
    `${counted(count('new'), 'link')} added`,
    count('known') > 0 && `${were(count('known'))} there already`,
    count('foreign') > 0 && `${were(count('foreign'))} made by other services and left out`,
    count('faulty') > 0 && `${counted(count('faulty'), 'row')} could not be used`,
  ]
  const sentence = `${parts.filter(Boolean).join(', ')}.`
  return state === 'cancelled' ? `Cancelled. ${sentence}` : sentence
}

function were(count: number): string {
  return counted(count, 'was', 'were')
}

/** What the links of a run came to, as far as they were made: "297 links created, 2 failed, 1 is not certain." */
function runEnd({ state, counts, done }: Job): string {
  const { created = done, failed = 0, unknown = 0 } = counts
  const parts = [
    `${created.toLocaleString()} ${created === 1 ? 'link' : 'links'} created`,
    failed > 0 && `${failed.toLocaleString()} failed`,
    unknown > 0 && `${unknown.toLocaleString()} ${unknown === 1 ? 'is' : 'are'} not certain`,
  ]
  const sentence = `${parts.filter(Boolean).join(', ')}.`
  return state === 'cancelled' ? `Stopped. ${sentence}` : sentence
}
