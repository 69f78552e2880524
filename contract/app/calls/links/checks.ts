import { z } from 'zod'
import { call } from '../call.ts'
import { check } from '../../link/check.ts'
import { selectedLinks } from '../../library/view.ts'
import { linkRecord } from '../../link/record.ts'

const idInput = z.strictObject({ id: z.uuid() })
const remainingLinks = z.object({ links: z.int() })

/**
 * Compares links of the library with their current state at their services, using each link's own profile and
 * environment. The queue is stored in the library, so it survives a cancellation, a restart or a crash.
 */
export const checkCalls = {
  /** Checks one link. If the service can't be reached, returns the problem and records no check. */
  'checks.one': call(idInput, z.object({ check, record: linkRecord })),
  /** Returns the checks of a link, newest first. */
  'checks.history': call(idInput, z.array(check)),
  /**
   * Queues links and checks them as a job. Skips links that were never created. Returns the number of queued links;
   * `job` is `null` if there are none.
   */
  'checks.many': call({ which: selectedLinks }, z.object({ links: z.int(), job: z.uuid().nullable() })),
  /** Returns the number of queued links that haven't been checked yet. */
  'checks.left': call({}, remainingLinks),
  /** Resumes checking the queued links, as a job. */
  'checks.resume': call({}, z.object({ job: z.uuid() })),
  /** Clears the queue. Returns the number of links that were in it. */
  'checks.discard': call({}, remainingLinks),
}
