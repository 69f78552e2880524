import { z } from 'zod'
import { call } from '../call.ts'
import { problem } from '../../problems/problem.ts'
import { visitLimits, visitLinesResponse, visitsResponse } from '../../../service/link/visits.ts'
import { libraryView } from '../../library/view.ts'

/** The total visits of a link, and its daily counts for fourteen days. */
const visitLine = visitLinesResponse.shape.visits.valueType
export type VisitLine = z.infer<typeof visitLine>

/** Visit counts of links, if their service reports them. */
export const visitCalls = {
  /**
   * Returns counts per UTC day and hour, by default for the last thirty days; `null` if the service reports
   * no visits.
   */
  'visits.ofLink': call(
    { id: z.uuid(), from: z.iso.date().optional() },
    visitsResponse.shape.visits.nullable(),
  ),
  /**
   * Returns counts by link id, and stores the totals in the library. Omits links whose service reports no visits or doesn't have the link. If a service
   * didn't respond, `problem` is the reason.
   */
  'visits.ofLinks': call(
    { ids: z.array(z.uuid()).max(visitLimits.paths) },
    z.object({ lines: z.record(z.uuid(), visitLine), problem: problem.nullable() }),
  ),
  /** Reads and stores the visits of all links of a view, in a job. `skipRecent` skips those read in the last minutes. */
  'visits.readAll': call(
    { view: libraryView, skipRecent: z.boolean().default(false) },
    z.object({ job: z.uuid() }),
  ),
  /**
   * Returns how many links a view has, failed attempts excluded, and of how many the visits are stored; for a filter
   * `notOpenedSince`, as read since that day. `oldest` is when the first of those were read.
   */
  'visits.coverage': call(
    { view: libraryView },
    z.object({ links: z.int(), known: z.int(), oldest: z.iso.datetime().nullable() }),
  ),
}
