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
 * Sends what is unknown of a run again under its own key, as far as that makes no second link. Answers how many rows it asked for,
 * and how many of them became certain.
 */
export async function settleUnknown(
  parts: SendParts,
  { id, to: destination, signal, reach }: SettleTask,
): Promise<{ asked: number; settled: number }> {
  const { sending, records } = parts
  let [settled, asked] = [0, 0]
  const settleOne = async (linkId: string) => {
    const record = await records.get(linkId)
    // Of one that is too old, or was taken out of the library, nothing more can be known; of the next one perhaps.
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

/** Makes certain what is unknown of a run when its rows are sent: an outage is over by then. Answers what the disk is to blame for. */
export async function settleRemaining(
  parts: SendParts,
  { id, work: { signal } }: { id: string; work: Work },
): Promise<Problem | null> {
  try {
    const { profileId, environment, counts } = await parts.runs.get(id)
    if (counts.unknown === 0 || signal.aborted) return null
    const destination = await parts.destination(profileId, environment)
    const isSafe = destination.ok && parts.services.has(profileId, destination.value.baseUrl) === true
    if (isSafe) await settleUnknown(parts, { id, to: destination.value, signal })
    return null
  } catch (error) {
    const problem = toStorageProblem(error)
    if (!problem) throw error
    return problem
  }
}
