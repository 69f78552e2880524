import type { Problem } from '../../contract/app/problems/problem.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import { attemptChange } from '../links/change/changeAttempts.ts'
import { toCompletedChange } from '../links/change/concludeChange.ts'
import { hashSender } from '../links/intents/senderHash.ts'
import type { CompletedChange, PendingChangeRow } from '../library/runs/changes/changeQueue.ts'
import { toUnknownRowProblem, isFinalForRow, type EndedState, type RowKind } from './rowKind.ts'
import type { PoolTask, SendParts } from './sendWithPool.ts'

/** Codes of rejections that concern only this link. */
const finalCodes: ReadonlySet<Problem['code']> = new Set([
  'request_refused',
  'link_not_found',
  'link_changed',
])

const endedStates = {
  applied: 'created',
  refused: 'failed',
  conflict: 'failed',
  unknown: 'unknown',
} as const satisfies Record<string, EndedState>

/**
 * Sends the rows of a run that changes links. The response to a change contains the changed link, so it isn't read
 * back.
 */
export function createRowsToChange(
  parts: SendParts,
  { id, destination }: PoolTask,
): RowKind<PendingChangeRow, CompletedChange> {
  const { changeQueue } = parts
  return {
    pauseReason: () => null,
    take: (count) => changeQueue.take(id, count, hashSender(destination)),
    release: (rows) => changeQueue.release(rows.map(({ changeId }) => changeId)),
    save: (ends) => changeQueue.end(ends),
    send: async ({ changeId, record, patch, version }, { isCausedByRow, end }) => {
      const request = { path: record.path, patch, version, idempotencyKey: changeId }
      const outcome = await attemptChange(parts, request, destination, 'paced')
      if (outcome.state === 'refused' && !isFinalForRow(outcome.problem, isCausedByRow, finalCodes))
        return fail(outcome.problem)
      end(toCompletedChange({ change: { id: changeId, patch }, record, outcome }), endedStates[outcome.state])
      if (outcome.state === 'unknown') return fail(toUnknownRowProblem(outcome.problem))
      return outcome.state === 'applied' ? ok(record.path) : fail(outcome.problem)
    },
  }
}
