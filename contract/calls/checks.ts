import { z } from 'zod'
import { check } from '../check.ts'
import { selectedLinks } from '../library/view.ts'
import { linkRecord } from '../record.ts'

const idInput = z.strictObject({ id: z.uuid() })
const remainingLinks = z.object({ links: z.int() })

/**
 * Asks the services of links of the library what they say of them now, each in the profile and environment that it was made
 * in. What is still to be checked is kept in the library, so that it can be gone on with after a cancel, a restart or a crash.
 */
export const checkCalls = {
  /** Checks one link. A link that could not be asked for is not checked, and the problem says why. */
  'checks.one': { input: idInput, output: z.object({ check, record: linkRecord }) },
  /** The checks of a link, the latest first. */
  'checks.history': { input: idInput, output: z.array(check) },
  /**
   * Puts links down to be checked, and checks them as a job that `jobs.list` tells of. Answers how many were put down: only
   * links that their service has made. `job` is `null` for none.
   */
  'checks.many': {
    input: z.strictObject({ which: selectedLinks }),
    output: z.object({ links: z.int(), job: z.uuid().nullable() }),
  },
  /** How many links are put down to be checked, and not checked yet. */
  'checks.left': { input: z.strictObject({}), output: remainingLinks },
  /** Goes on with what is left, as a job. */
  'checks.goOn': { input: z.strictObject({}), output: z.object({ job: z.uuid() }) },
  /** Forgets what is left, and answers how many links that were. */
  'checks.discard': { input: z.strictObject({}), output: remainingLinks },
}
