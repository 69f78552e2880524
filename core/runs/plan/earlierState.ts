import type { HistoryEntry } from '../../../contract/linkChanges.ts'
import { lookupLimits } from '../../../contract/lookupLimits.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Client, Destination } from '../../client/client.ts'
import { isUnsuitable } from '../../links/lookUpMany.ts'
import type { FoundByPath } from './present.ts'

/** Changes of links since a time, newest first, by path. */
export type LaterChanges = Map<string, HistoryEntry[]>

/** Reads how links were changed since a time (ISO 8601), many at once where that works. Links that weren't are left out. */
export async function readLaterChanges(
  client: Client,
  destination: Destination,
  { found, since }: { found: FoundByPath; since: string },
): Promise<Result<LaterChanges>> {
  const later: LaterChanges = new Map()
  const changed = [...found].flatMap(([path, { version }]) =>
    isAfter(version.updatedAt, since) ? [path] : [],
  )
  for (let start = 0; start < changed.length; start += lookupLimits.paths) {
    const paths = changed.slice(start, start + lookupLimits.paths)
    const many = await client.histories(destination, paths, since)
    if (!many.ok && !isUnsuitable(many.problem)) return many
    for (const path of paths) {
      const known = many.ok && Object.hasOwn(many.value.history, path) ? many.value.history[path] : undefined
      const changes = known ? ok(known) : await readChanges(client, destination, { path, since })
      if (!changes.ok) return changes
      later.set(path, changes.value)
    }
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
