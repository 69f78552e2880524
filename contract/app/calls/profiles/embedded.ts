import { z } from 'zod'
import { call } from '../call.ts'
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
  'embedded.state': call({}, embeddedState),
  /** Starts the service if it isn't running. `free` picks a new port, so existing links stop working. */
  'embedded.start': call({ port: z.enum(['same', 'free']) }, embeddedState),
  /** Creates ten links in development that show channels, rules and the search. They are marked as examples. */
  'embedded.addExamples': call({}, z.null()),
  /** Erases the example links, at the service and in the library. Their paths are never reused. */
  'embedded.eraseExamples': call({}, z.null()),
}
