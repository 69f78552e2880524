import { z } from 'zod'
import { job } from '../job.ts'

const idInput = z.strictObject({ id: z.uuid() })

/** The work that goes on behind the window. What starts it is a call of its own subject. */
export const jobCalls = {
  /** The jobs that run and those that have ended since the start and were not dismissed, the oldest first. */
  'jobs.list': { input: z.strictObject({}), output: z.array(job) },
  /** Asks a job to end; what it has done stays done. One that has ended is left as it is. */
  'jobs.cancel': { input: idInput, output: z.null() },
  /** Forgets what came of a job that has ended. */
  'jobs.dismiss': { input: idInput, output: z.null() },
}
