import type { Problem } from '../../contract/problem.ts'
import type { Destination } from '../client/client.ts'
import { toStorageProblem } from '../folder/storageProblem.ts'
import type { Work } from '../jobs.ts'
import { retryIfSafe } from '../links/settle.ts'
import type { SendParts } from './sendWithPool.ts'

interface SettleTask {
  id: string
  to: Destination
  signal: AbortSignal
  reach?: (asked: number) => void
}

/**
 * Sends the unknown rows of a run again under their own keys if that creates no second link. Returns how many
 * were sent and how many were resolved.
 */
export async function settleUnknown(
  parts: SendParts,
  { id, to: destination, signal, reach }: SettleTask,
): Promise<{ asked: number; settled: number }> {
  const { sending, records } = parts
  let [settled, asked] = [0, 0]
  const settleOne = async (linkId: string) => {
    const record = await records.get(linkId)
    // Links that are too old or were removed can't be resolved, but the next one may be.
    if (record?.state !== 'unknown' || !(await retryIfSafe(parts, record, destination))) return
    reach?.(++asked)
    const now = await records.get(linkId)
    if (now?.state !== 'unknown') settled++
  }
  for (let rows = await sending.unknown(id, 0); rows.length > 0;) {
    for (const { linkId } of rows) {
      if (signal.aborted) return { asked, settled }
      await settleOne(linkId)
    }
    rows = await sending.unknown(id, rows.at(-1)?.number ?? 0)
  }
  return { asked, settled }
}

/**
 * Resolves the unknown rows of a run after its rows were sent, when an outage should be over, and reports the new
 * counts. Returns a problem if results can't be saved.
 */
export async function settleRemaining(
  parts: SendParts,
  { id, work }: { id: string; work: Work },
): Promise<Problem | null> {
  const { signal } = work
  try {
    const { profileId, environment, counts } = await parts.runs.get(id)
    if (counts.unknown === 0 || signal.aborted) return null
    const destination = await parts.destination(profileId, environment)
    const isSafe = destination.ok && parts.services.has(profileId, destination.value.baseUrl) === true
    if (!isSafe) return null
    await settleUnknown(parts, { id, to: destination.value, signal })
    const { created, failed, unknown } = (await parts.runs.get(id)).counts
    work.count({ created, failed, unknown })
    return null
  } catch (error) {
    const problem = toStorageProblem(error)
    if (!problem) throw error
    return problem
  }
}
