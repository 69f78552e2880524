import { asksToBackOff, isOfOneLink } from '../../contract/requestPool.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Result } from '../../contract/result.ts'
import type { TakenRows } from '../library/runs/sendQueue.ts'

/** The state of a row that has ended. */
export type EndedState = 'created' | 'failed' | 'unknown'

export interface SendContext<End> {
  /** Whether a row that failed again without an effect is itself the cause. */
  isCausedByRow: () => boolean
  end: (end: End, state: EndedState) => void
}

/** What a run does for each row, and how that is saved: it creates a link, or changes one. */
export interface RowKind<Row extends object, End> {
  /** Saves the next ready rows as pending, and returns them. May return no rows before the last. */
  take: (limit: number) => Promise<TakenRows<Row>>
  /**
   * Sends a pending row, reports its result through `end`, and returns the link. Leaves the row open if it is certain that
   * nothing was done and the row isn't the cause.
   */
  send: (row: Row, context: SendContext<End>) => Promise<Result<string>>
  save: (ends: End[]) => Promise<void>
  /** Makes rows ready again if it is certain that nothing was done. */
  release: (rows: readonly Row[]) => Promise<void>
  /** Called once the first row's result is saved, if a person reviews it before the rest. */
  afterFirst?: (row: Row, link: string) => Promise<void>
  /** A sign that the service returns wrong results. The run pauses, and a person decides. */
  suspicion: () => Problem | null
}

/**
 * An answer about one link leaves the row unknown. Several in a row point to the service, so the code changes to one that
 * stops the run.
 */
export function doubtOf(problem: Problem): Problem {
  return isOfOneLink(problem) ? { ...problem, code: 'run_unconfirmed', cause: problem.code } : problem
}

/** Whether a failure is final for the row: the row was rejected, by one of these codes, or only this row fails repeatedly. */
export function isFinalForRow(
  problem: Problem,
  isCausedByRow: () => boolean,
  codes: ReadonlySet<Problem['code']>,
): boolean {
  return codes.has(problem.code) || (!asksToBackOff(problem) && isCausedByRow())
}
