import { z } from 'zod'
import { call } from '../call.ts'
import { job } from '../../jobs/job.ts'

const idInput = z.strictObject({ id: z.uuid() })

/** Background jobs. Each is started by a call of its own feature. */
export const jobCalls = {
  /** Returns running jobs and jobs that ended since the app started and weren't dismissed, oldest first. */
  'jobs.list': call({}, z.array(job)),
  /** Cancels a running job. Finished work is kept. Does nothing if it has ended. */
  'jobs.cancel': call(idInput, z.null()),
  /** Removes an ended job and its result. */
  'jobs.dismiss': call(idInput, z.null()),
}
