import type { Job } from '../../../contract/job.ts'
import type { LongWorkKind } from '../../../contract/longWork.ts'
import { checkEnd, checkedLinks } from './checkEnd.ts'
import { importEnd } from './importEnd.ts'
import { runEnd } from './runEnd.ts'
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
