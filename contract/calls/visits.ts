import { z } from 'zod'
import { problem } from '../problem.ts'
import { visitLimits, visitLinesAnswer, visitsAnswer } from '../visits.ts'

/** Totals and a line of fourteen days of one link. */
export const visitLine = visitLinesAnswer.shape.visits.valueType
export type VisitLine = z.infer<typeof visitLine>

/** What people's visits of links came to, where a service reports it. */
export const visitCalls = {
  /** By UTC days and hours, for the last thirty days where none are named; `null` where the service reports no visits. */
  'visits.ofLink': {
    input: z.strictObject({ id: z.uuid(), from: z.iso.date().optional(), to: z.iso.date().optional() }),
    output: visitsAnswer.shape.visits.nullable(),
  },
  /** By the ids of links; those of services that report none, or know the link no more, are left out. A service that did not answer leaves its problem. */
  'visits.ofLinks': {
    input: z.strictObject({ ids: z.array(z.uuid()).max(visitLimits.paths) }),
    output: z.object({ lines: z.record(z.uuid(), visitLine), problem: problem.nullable() }),
  },
}
