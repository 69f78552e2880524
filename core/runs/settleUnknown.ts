import type { Problem } from '../../contract/problem.ts'
import { toStorageProblem } from '../folder/storageProblem.ts'
import type { Work } from '../jobs.ts'
import type { Run } from '../../contract/runs/run.ts'
import { settleChange } from '../links/change.ts'
import { settleLink } from '../links/settle.ts'
import type { SendParts } from './sendWithPool.ts'

interface SettleTask {
  run: Run
  /** Whether the user asked for it. If not, links from backups are left out, because their rows may have been sent again. */
  isAsked: boolean
  signal: AbortSignal
  reportProgress?: (asked: number) => void
}

/** Sends a row again. Returns whether that was possible (or the problem), and whether it resolved the row. */
type SettleOne = (id: string) => Promise<{ asked: boolean; settled: boolean; problem?: Problem }>

/**
 * Sends the unknown rows of a run again with their idempotency keys, unless that could have a second effect. Returns
 * how many were sent, how many were resolved, and why the first of the others couldn't be sent.
 */
export async function settleUnknown(
  parts: SendParts,
  { run, isAsked, signal, reportProgress }: SettleTask,
): Promise<{ asked: number; settled: number; problem: Problem | null }> {
  const settleOne = run.change ? createChangeSettler(parts) : createLinkSettler(parts)
  let [settled, asked] = [0, 0]
  let problem: Problem | null = null
  for (let rows = await unknownRows(parts, run, { after: 0, isAsked }); rows.length > 0;) {
    for (const { id } of rows) {
      if (signal.aborted) return { asked, settled, problem }
      const result = await settleOne(id)
      if (result.asked) reportProgress?.(++asked)
      if (result.settled) settled++
      problem ??= result.problem ?? null
    }
    rows = await unknownRows(parts, run, { after: rows.at(-1)?.number ?? 0, isAsked })
  }
  return { asked, settled, problem }
}

/** Returns a batch of unknown rows, each with the id of its link or its change. */
async function unknownRows(
  { sending, changeQueue }: SendParts,
  { id, change }: Run,
  { after, isAsked }: { after: number; isAsked: boolean },
) {
  return change
    ? (await changeQueue.unknown(id, after)).map((row) => ({ number: row.number, id: row.changeId }))
    : (await sending.unknown(id, after, isAsked)).map((row) => ({ number: row.number, id: row.linkId }))
}

/** Links are sent to where they were sent before, because the run may have another profile or environment by now. */
function createLinkSettler(parts: SendParts): SettleOne {
  return async (linkId) => {
    // A removed link, or one that is too old, can't be resolved, but the next one may be.
    const settled = await settleLink(parts, linkId)
    if (!settled.ok) return { asked: false, settled: false, problem: settled.problem }
    return { asked: true, settled: settled.value.state !== 'unknown' }
  }
}

function createChangeSettler(parts: SendParts): SettleOne {
  return async (changeId) => {
    const settled = await settleChange(parts, changeId)
    if (!settled.ok) return { asked: false, settled: false, problem: settled.problem }
    return { asked: true, settled: settled.value.change.state !== 'unknown' }
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
    const problem = toStorageProblem(error)
    if (!problem) throw error
    return problem
  }
}
