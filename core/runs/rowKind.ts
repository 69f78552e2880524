import { requestsBackoff, isLinkSpecific } from '../../contract/app/jobs/requestPool.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { TakenRows } from '../library/runs/sendQueue.ts'

/** The final state of a row. */
export type EndedState = 'created' | 'failed' | 'unknown'

interface SendContext<End> {
  /** Whether the row itself is the cause of its repeated failures. */
  isCausedByRow: () => boolean
  end: (end: End, state: EndedState) => void
}

/** The operation of a run per row (creating or changing a link), and how its result is saved. */
export interface RowKind<Row extends object, End> {
  /** Saves the next ready rows as pending, and returns them. May return no rows before the last. */
  take: (limit: number) => Promise<TakenRows<Row>>
  /**
   * Sends a pending row, reports its result through `end`, and returns the link. Leaves the row open if the request
   * certainly had no effect and the row isn't the cause.
   */
  send: (row: Row, context: SendContext<End>) => Promise<Result<string>>
  save: (ends: End[]) => Promise<void>
  /** Makes rows ready again whose requests certainly had no effect. */
  release: (rows: readonly Row[]) => Promise<void>
  /** Called when the first row's result is saved, if the user reviews it before the rest is sent. */
  afterFirst?: (row: Row, link: string) => Promise<void>
  /**
   * Returns a sign that the service returns wrong results, if any. The run then pauses, so that the user can decide.
   */
  pauseReason: () => Problem | null
}

/**
 * Returns the problem of a row with an unknown result. A problem about one link gets a code that stops the run, because
 * several in succession point to the service.
 */
export function toUnknownRowProblem(problem: Problem): Problem {
  return isLinkSpecific(problem) ? { ...problem, code: 'run_unconfirmed', cause: problem.code } : problem
}

/** Whether a failure is final for the row: the row was rejected, by one of these codes, or only this row fails repeatedly. */
export function isFinalForRow(
  problem: Problem,
  isCausedByRow: () => boolean,
  codes: ReadonlySet<Problem['code']>,
): boolean {
  return codes.has(problem.code) || (!requestsBackoff(problem) && isCausedByRow())
}
