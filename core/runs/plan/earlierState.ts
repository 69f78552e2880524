import type { HistoryEntry } from '../../../contract/linkChanges.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Client, Destination } from '../../client/client.ts'
import type { FoundByPath } from './present.ts'

/** Changes of links since a time, newest first, by path. */
export type LaterChanges = Map<string, HistoryEntry[]>

/** Reads how links were changed since a time (ISO 8601). Links that weren't are left out. */
export async function readLaterChanges(
  client: Client,
  destination: Destination,
  { found, since }: { found: FoundByPath; since: string },
): Promise<Result<LaterChanges>> {
  const later: LaterChanges = new Map()
  for (const [path, { version }] of found) {
    if (!isAfter(version.updatedAt, since)) continue
    const changes = await readChanges(client, destination, { path, since })
    if (!changes.ok) return changes
    later.set(path, changes.value)
  }
  return ok(later)
}

/** An unknown time may be any. */
function isAfter(time: string | null, since: string): boolean {
  return time === null || Date.parse(time) > Date.parse(since)
}

async function readChanges(
  client: Client,
  destination: Destination,
  { path, since }: { path: string; since: string },
): Promise<Result<HistoryEntry[]>> {
  const later: HistoryEntry[] = []
  for (let before: string | undefined; ;) {
    const answer = await client.history(destination, path, before)
    if (!answer.ok) return answer
    const { history, next } = answer.value
    const page = history.filter(({ at }) => isAfter(at, since))
    later.push(...page)
    if (next === null || page.length < history.length) return ok(later)
    before = next
  }
}
