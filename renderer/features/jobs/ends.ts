import type { Job } from '../../../contract/job.ts'
import type { LongWorkKind } from '../../../contract/longWork.ts'
import { checkEnd, checkedLinks } from './checkEnd.ts'
import { importEnd } from './importEnd.ts'
import { runEnd } from './runEnd.ts'

/** What is said of a job that has ended or was cancelled, in a sentence made from its state and counts. Failures have a problem instead. */
export const ends: Partial<Record<LongWorkKind, (job: Job) => string>> = {
  export: ({ state, counts: { links = 0 } }) =>
    state !== 'finished'
      ? `${state === 'cancelled' ? 'The export was cancelled. ' : ''}No file was made.`
      : `${links.toLocaleString()} ${links === 1 ? 'link' : 'links'} exported.`,
  check: checkEnd,
  import: importEnd,
  run: runEnd,
}

/** Where what a job has done is shown, if it has done anything to show. */
export const leads: Partial<Record<LongWorkKind, (job: Job) => { href: string; label: string } | null>> = {
  check: checkedLinks,
  run: () => ({ href: '/bulk', label: 'See your runs' }),
}
