import type { Problem } from '../../contract/app/problems/problem.ts'
import { ok, type Result } from '../../contract/app/problems/result.ts'
import { requireStorageProblem } from '../folder/storageProblem.ts'
import type { Work } from '../jobs.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import { settleChange } from '../links/change/change.ts'
import { settleLink } from '../links/create/settle.ts'
import type { SendParts } from './sendWithPool.ts'

interface SettleTask {
  run: Run
  /** Whether the user asked for it. If not, links from backups are left out, because their rows may have been sent again. */
  isAsked: boolean
  /** Whether the user confirmed that the profile's key and address haven't changed. */
  confirmSender?: boolean
  signal: AbortSignal
  reportProgress?: (done: number) => void
}

/** The rows that were sent again without a problem, those of them that were resolved, and the others' first problem. */
interface SettleResult {
  asked: number
  settled: number
  problem: Problem | null
}

/** Sends the unknown rows of a run again with their idempotency keys, unless that could have a second effect. */
export async function settleUnknown(parts: SendParts, task: SettleTask): Promise<SettleResult> {
  const { run, isAsked, signal, reportProgress } = task
  const settleOne = createSettler(parts, task)
  const result: SettleResult = { asked: 0, settled: 0, problem: null }
  const queue = run.change ? parts.changeQueue : parts.sending
  let done = 0
  for (let rows = await queue.unknown(run.id, 0, isAsked); rows.length > 0;) {
    for (const { id } of rows) {
      if (signal.aborted) return result
      const outcome = await settleOne(id)
      if (outcome.ok) result.asked++
      else result.problem ??= outcome.problem
      if (outcome.ok && outcome.value.state !== 'unknown') result.settled++
      reportProgress?.(++done)
    }
    rows = await queue.unknown(run.id, rows.at(-1)?.number ?? 0, isAsked)
  }
  return result
}

/**
 * Returns a function that sends a link or change again: to where it was sent before, because the run may have another
 * profile or environment by now. A removed link, or one that is too old, can't be resolved, but the next one may be.
 */
function createSettler(
  parts: SendParts,
  { run, confirmSender = false }: SettleTask,
): (id: string) => Promise<Result<{ state: string }>> {
  if (!run.change) return (id) => settleLink(parts, id)
  return async (id) => {
    const settled = await settleChange(parts, { id, confirmSender })
    return settled.ok ? ok(settled.value.change) : settled
  }
}

/**
 * Resolves the unknown rows of a run after all rows were sent, by when an outage should be over, and reports the new
 * counts. Returns a problem if results can't be saved.
 */
export async function settleRemaining(
  parts: SendParts,
  { id, work }: { id: string; work: Work },
): Promise<Problem | null> {
  const { signal } = work
  try {
    const run = await parts.runs.get(id)
    const { profileId, environment, counts } = run
    if (counts.unknown === 0 || signal.aborted) return null
    const destination = await parts.destination(profileId, environment)
    const isSafe = destination.ok && parts.services.has(profileId, destination.value.baseUrl) === true
    if (!isSafe) return null
    await settleUnknown(parts, { run, isAsked: false, signal })
    const { created, failed, unknown } = (await parts.runs.get(id)).counts
    work.setCounts({ created, failed, unknown })
    return null
  } catch (error) {
    return requireStorageProblem(error)
  }
}
