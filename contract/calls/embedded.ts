import { z } from 'zod'
import { problem } from '../problem.ts'

/** State of the service on this computer. */
const embeddedState = z.object({
  /** The port in its links; `null` before the first start. */
  port: z.int().nullable(),
  /** Why it isn't running; `null` if it is running or no profile needs it. */
  problem: problem.nullable(),
})

export const embeddedCalls = {
  /** If the service is starting, waits for it. */
  'embedded.state': { input: z.strictObject({}), output: embeddedState },
  /** Starts the service if it isn't running. `free` picks a new port, so links made before stop working. */
  'embedded.start': { input: z.strictObject({ port: z.enum(['same', 'free']) }), output: embeddedState },
}
