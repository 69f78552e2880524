import type { Job } from '../../../contract/job.ts'
import type { LongWorkKind } from '../../../contract/longWork.ts'
import { checkEnd, checkedLinks } from './checkEnd.ts'
import { importEnd } from './importEnd.ts'

/** What is said of a job that has ended or was cancelled, in a sentence made from its state and counts. Failures have a problem instead. */
export const ends: Partial<Record<LongWorkKind, (job: Job) => string>> = {
  export: ({ state, counts: { links = 0, left = 0 } }) =>
    state !== 'finished'
      ? `${state === 'cancelled' ? 'The export was cancelled. ' : ''}No file was made.`
      : `${counted(links)} exported.${left > 0 ? ` ${counted(left)} left out: no address to make a code of.` : ''}`,
  check: checkEnd,
  import: importEnd,
}

/** Where what a job has done is shown, if it has done anything to show. */
export const leads: Partial<Record<LongWorkKind, (job: Job) => { href: string; label: string } | null>> = {
  check: checkedLinks,
}

function counted(links: number): string {
  return `${links.toLocaleString()} ${links === 1 ? 'link' : 'links'}`
}
