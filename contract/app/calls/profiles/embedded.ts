import { z } from 'zod'
import { problem } from '../../problems/problem.ts'

/** State of the service on this computer. */
const embeddedState = z.object({
  /** The port in its links; `null` before the first start. */
  port: z.int().nullable(),
  /** Why it isn't running; `null` if it is running or no profile needs it. */
  problem: problem.nullable(),
})

export const embeddedCalls = {
  /** Returns the state of the service. Waits if it is starting. */
  'embedded.state': { input: z.strictObject({}), output: embeddedState },
  /** Starts the service if it isn't running. `free` picks a new port, so existing links stop working. */
  'embedded.start': { input: z.strictObject({ port: z.enum(['same', 'free']) }), output: embeddedState },
  /** Creates ten links in development that show channels, rules and the search. They are marked as examples. */
  'embedded.addExamples': { input: z.strictObject({}), output: z.null() },
  /** Erases the example links, at the service and in the library. Their paths are never reused. */
  'embedded.eraseExamples': { input: z.strictObject({}), output: z.null() },
}
