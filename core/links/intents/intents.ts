import type { Problem } from '../../../contract/app/problems/problem.ts'
import { fail, type Result } from '../../../contract/app/problems/result.ts'
import { requireStorageProblem } from '../../folder/storageProblem.ts'
import { createPendingCalls } from '../../concurrency/pendingCalls.ts'
import { withSignal } from '../cancelling.ts'
import type { LinkServices } from '../linkServices.ts'

/*
 * What creating and changing a link have in common. Each is written down with the hash of its sender before it is sent
 * (`senderHash.ts`), attempted (`attemptRequest.ts`), concluded by saving its outcome, and settled later if it has none.
 */

/** What an intent with an uncertain outcome is called. */
type UnknownCode = 'create_unknown' | 'change_unknown'

type Cancellable = Pick<LinkServices, 'client' | 'inFlight' | 'cancelling'>

/** Returns a function that carries out intents, which can be cancelled. A repeated call with the same id shares the result. */
export function createIntents<P extends Cancellable, I extends { id: string }, T>(
  parts: P,
  carryOut: (parts: P, input: I) => Promise<Result<T>>,
): (input: I) => Promise<Result<T>> {
  const sharePending = createPendingCalls<Result<T>>()
  return (input) =>
    sharePending(input.id, () =>
      parts.cancelling.during(input.id, (signal) => carryOut(withSignal(parts, signal), input)),
    )
}

/** Sends an intent that is written down, and concludes it. If the disk fails from here on, its outcome stays unknown. */
export async function concludeOrUnknown<T>(
  code: UnknownCode,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    const problem = requireStorageProblem(error)
    return fail({ ...problem, code, cause: problem.code })
  }
}

/** The problem of an intent that was sent but has no recorded response. See decision 21. */
export function interruptedProblem<C extends UnknownCode>(code: C) {
  return { code, detail: 'The app was closed or crashed before the response was saved.' }
}

/** Returns the problem of an intent without an answer, which names its cause. */
export function toUnknownProblem<C extends UnknownCode>(code: C, problem: Problem) {
  const detail = [problem.code, problem.detail].filter(Boolean).join(': ')
  return { ...problem, code, cause: problem.code, detail }
}

/** Returns the problem of a request that the service has refused; `null` if it wasn't sent. */
export function refusalIn({ problem }: { problem: Problem }): Problem | null {
  return problem.status === undefined ? null : problem
}
