import type { Job } from '../../../contract/job.ts'
import type { LongWorkKind } from '../../../contract/longWork.ts'

/** What is said of a job that has ended or was cancelled, in a sentence made from its state and counts. Failures have a problem instead. */
export const ends: Partial<Record<LongWorkKind, (job: Job) => string>> = {
  export: ({ state, counts: { links = 0 } }) =>
    state === 'cancelled'
      ? 'The export was cancelled, and no file was made.'
      : `${links.toLocaleString()} ${links === 1 ? 'link' : 'links'} exported.`,
}
