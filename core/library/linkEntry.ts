import { toAppJson, appJsonText } from '../../contract/app/library/linkFile.ts'
import type { CheckEntry, LinkEntry } from '../../contract/app/library/linkFile.ts'
import { toState, type LinkRow } from './linkRow.ts'
import { requestHash } from './requestHash.ts'

/** Returns a row in the format of the link file. */
export function toLinkEntry(row: LinkRow, checks: readonly CheckEntry[] = []): LinkEntry {
  return {
    id: row.id,
    state: toState(row),
    profileId: row.profile_id,
    profileName: row.profile_name,
    environment: row.environment,
    createdAt: row.created_at,
    ...withoutNulls({
      link: row.link,
      path: row.path,
      request: toJsonOrNull(row.request),
      answer: row.answer,
      differences: toJsonOrNull(row.differences),
      checkedAt: row.checked_at,
      problem: toJsonOrNull(row.problem),
      promotedFrom: row.promoted_from,
      run: row.run,
      settlesByItself: row.settles_by_itself === 0 ? false : null,
      added: toFlag(row.added),
      starred: toFlag(row.starred),
      archived: toFlag(row.archived),
      note: row.note,
      tagChanges: toJsonOrNull(row.tag_changes),
      lastCheck: row.last_check,
      checks: checks.length > 0 ? [...checks] : null,
    }),
  }
}

const toJsonOrNull = (json: string | null) => (json === null ? null : toAppJson(json))
const toFlag = (value: number) => (value === 1 ? true : null)

/** Returns an object without `null` members. */
function withoutNulls<T extends object>(object: T): { [N in keyof T]?: NonNullable<T[N]> } {
  const entries = Object.entries(object).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as { [N in keyof T]?: NonNullable<T[N]> }
}

const orNull = (value: string | undefined) => value ?? null

/** Returns the row of a link file's entry. */
export function toLinkRow(entry: LinkEntry): LinkRow {
  const json = (value: object | string | undefined) => (value === undefined ? null : appJsonText(value))
  const environment = entry.environment as LinkRow['environment']
  const request = json(entry.request)
  return {
    id: entry.id,
    state: entry.state === 'reference' ? 'failed' : entry.state,
    reference: entry.state === 'reference' ? 1 : 0,
    profile_id: entry.profileId,
    profile_name: entry.profileName,
    environment,
    created_at: entry.createdAt,
    link: orNull(entry.link),
    path: orNull(entry.path),
    request,
    request_hash: requestHash({ profile_id: entry.profileId, environment, request }),
    answer: orNull(entry.answer),
    differences: json(entry.differences),
    checked_at: orNull(entry.checkedAt),
    problem: json(entry.problem),
    promoted_from: orNull(entry.promotedFrom),
    run: orNull(entry.run),
    settles_by_itself: entry.settlesByItself === false ? 0 : 1,
    added: entry.added ? 1 : 0,
    starred: entry.starred ? 1 : 0,
    archived: entry.archived ? 1 : 0,
    note: orNull(entry.note),
    tag_changes: json(entry.tagChanges),
    last_check: orNull(entry.lastCheck),
    // They are read again.
    ...{ visits: null, visits_at: null, last_visit: null, author: null, changed_by: null, listed: 0 },
  }
}
