import type { HistoryEntry } from '../../../contract/linkChanges.ts'
import { lookupLimits } from '../../../contract/lookupLimits.ts'
import { requestsBackoff } from '../../../contract/requestPool.ts'
import { fail, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Client, Destination } from '../../client/client.ts'
import { requestSingle } from './currentLinks.ts'
import type { CurrentLinks } from './currentLinks.ts'

/** Changes of links since a time, newest first, by path. */
export type LaterChanges = Map<string, HistoryEntry[]>

/**
 * Maximum number of history pages read per link. Our service returns 50 changes per page, and a program may have made
 * 100,000.
 */
const maxPages = 10_000

/** The links in their current state, the time (ISO 8601), and a signal that aborts the work. */
interface HistoryQuery {
  current: CurrentLinks
  since: string
  signal: AbortSignal
}

/**
 * Reads the changes of links since a time, in batches if the service supports that. Omits unchanged links. Adds links
 * whose history can't be read to the failed ones. Incomplete if the signal is aborted.
 */
export async function readLaterChanges(
  client: Client,
  destination: Destination,
  { current: { found, failed }, since, signal }: HistoryQuery,
): Promise<Result<LaterChanges>> {
  const later: LaterChanges = new Map()
  const changedPaths = [...found].flatMap(([path, { version }]) =>
    isAfter(version.updatedAt, since) ? [path] : [],
  )
  for (let start = 0; start < changedPaths.length; start += lookupLimits.paths) {
    const paths = changedPaths.slice(start, start + lookupLimits.paths)
    const histories = await client.histories(destination, paths, since)
    if (!histories.ok && requestsBackoff(histories.problem)) return histories
    for (const path of paths) {
      const history =
        histories.ok && Object.hasOwn(histories.value.history, path)
          ? histories.value.history[path]
          : undefined
      if (history) {
        later.set(path, laterOnly(history, since))
        continue
      }
      const request = () => readChanges(client, destination, { path, since, signal })
      const changes = await requestSingle(client, destination, request)
      if (changes.ok) later.set(path, changes.value)
      else if (changes.isOfLink) failed.set(path, changes.problem)
      else return changes
    }
  }
  return ok(later)
}

/** An unknown time counts as after the given one. */
function isAfter(time: string | null, since: string): boolean {
  return time === null || Date.parse(time) > Date.parse(since)
}

/**
 * Returns changes after a time, newest first. Filters and sorts them, because a gateway may drop the query and a
 * service may ignore the order.
 */
function laterOnly(history: readonly HistoryEntry[], since: string): HistoryEntry[] {
  return history
    .filter(({ at }) => isAfter(at, since))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

async function readChanges(
  client: Client,
  destination: Destination,
  { path, since, signal }: { path: string; since: string; signal: AbortSignal },
): Promise<Result<HistoryEntry[]>> {
  const later: HistoryEntry[] = []
  let before: string | undefined
  for (let pages = 0; pages < maxPages && !signal.aborted; pages++) {
    const result = await client.history(destination, path, before)
    if (!result.ok) return result
    const { history, next } = result.value
    later.push(...history)
    if (next === null || !isAfter(next, since)) return ok(laterOnly(later, since))
    if (before !== undefined && !isAfter(before, next)) break
    before = next
  }
  return fail({ code: 'answer_unreadable', detail: 'The history of a link doesn’t end.' })
}
