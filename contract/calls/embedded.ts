import { z } from 'zod'
import { problem } from '../problem.ts'

/** How the service on this computer stands. */
const embeddedState = z.object({
  /** The port that its links point to; `null` before its first start. */
  port: z.int().nullable(),
  /** Why it does not run; `null` while it does, and where no profile needs it. */
  problem: problem.nullable(),
})

export const embeddedCalls = {
  /** Waits for a start that is on its way. */
  'embedded.state': { input: z.strictObject({}), output: embeddedState },
  /** Starts it again where it does not run: on its port, or on any free one, to which links made before do not point. */
  'embedded.start': { input: z.strictObject({ port: z.enum(['same', 'free']) }), output: embeddedState },
}
