import type { DatabaseSync } from 'node:sqlite'
import {
  type Check,
  type CheckOutcome,
  type FieldChange,
  check,
  maxChecksPerLink,
} from '../../../contract/app/link/check.ts'
import type { LinkRecord, Difference } from '../../../contract/app/link/record.ts'
import { extractLinkText, parseRemoteLink, type RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { getIndexer } from '../index/indexer.ts'
import type { Database } from '../openDatabase.ts'
import { parseJson, toRecord, toJson } from '../linkRow.ts'
import { selectLinks, selectObjects, selectRows, tableColumns } from '../tableRows.ts'
import { write } from '../writing.ts'
import { createCheckQueue } from './checkQueue.ts'
import { findChanges } from '../../../contract/app/link/change/changes.ts'
import { compare } from '../../../contract/app/link/change/compare.ts'

export type Checks = ReturnType<typeof createChecks>

/** Results of checks, and the queue of links to check. */
export function createChecks(database: Database) {
  const { sql } = database
  return {
    ...createCheckQueue(database),
    /**
     * Saves the service's current response for a link (`null` if the link is gone) and removes the link from the queue.
     * `time` is when it was requested. Returns the check; `null` if the link was removed from the library.
     */
    save: (id: string, answer: string | null, time: string) =>
      write(database, () => saveCheck(sql, { id, answer, at: time })),
    /** Saves many responses at once. Returns the outcomes; removed links are omitted. */
    saveMany: (answers: readonly CheckedLink[]) =>
      write(database, () => answers.flatMap((answer) => saveCheck(sql, answer)?.outcome ?? [])),
    /** Returns the checks of a link, newest first. */
    history: (id: string) => readHistory(sql, id, maxChecksPerLink),
  }
}

/** The service's current response for a link; `null` if the link is gone. */
export interface CheckedLink {
  id: string
  answer: string | null
  /** When it was requested (ISO time). */
  at: string
}

/** Saves a response, in the caller's transaction. */
export function saveCheck(sql: DatabaseSync, { id, answer, at: requestedAt }: CheckedLink): Check | null {
  sql.prepare('DELETE FROM checks_left WHERE link = ?').run(id)
  const row = selectLinks(sql, 'WHERE id = ?').get(id)
  if (!row) return null
  const record = toRecord(row)
  const text = answer === null ? null : extractLinkText(answer)
  const received = text === null ? null : parseRemoteLink(text)
  const superseding = findNewerVersion(record, received, requestedAt)
  const time = superseding?.at ?? requestedAt
  const verdict = compareWithRecord(record, superseding?.link ?? received)
  // The last response is kept even if the link is gone from the service.
  sql
    .prepare(
      `UPDATE links SET answer = coalesce(?, answer), differences = ?, checked_at = ?, last_check = ? WHERE id = ?`,
    )
    .run(superseding ? null : answer, toJson(verdict.differences), time, verdict.outcome, id)
  storeCheck(sql, id, { ...verdict, at: time })
  getIndexer(sql).update(id)
  return readHistory(sql, id, 1)[0] ?? null
}

/**
 * Returns the stored version if it is newer than a response, because a change or another check saved it after the request.
 * If it was saved before the request, the service was reset to an older version.
 */
function findNewerVersion(
  { stored, checkedAt }: LinkRecord,
  received: RemoteLink | null,
  requestedAt: string,
) {
  if (!stored?.updated_at || !received?.updated_at || checkedAt === null) return null
  return checkedAt > requestedAt && stored.updated_at > received.updated_at
    ? { link: stored, at: checkedAt }
    : null
}

interface StoredCheck {
  outcome: CheckOutcome
  changes: FieldChange[]
  at: string
}

const latest = 'FROM checks WHERE link = ? ORDER BY last_at DESC, rowid DESC LIMIT ?'

/** Extends the last check if nothing has changed since, so that daily checks don't fill the disk. */
function storeCheck(sql: DatabaseSync, id: string, { outcome, changes, at: time }: StoredCheck): void {
  // If the clock was set back, earlier checks must not look newer than this one.
  sql.prepare('UPDATE checks SET last_at = ?1 WHERE link = ?2 AND last_at > ?1').run(time, id)
  const last = selectRows(sql, { rowid: 'integer', outcome: 'text' }, latest).get(id, 1)
  if (last?.outcome === outcome && changes.length === 0) {
    sql.prepare('UPDATE checks SET last_at = ?, times = times + 1 WHERE rowid = ?').run(time, last.rowid)
    return
  }
  sql
    .prepare('INSERT OR REPLACE INTO checks VALUES (?, ?, ?, 1, ?, ?)')
    .run(id, time, time, outcome, JSON.stringify(changes))
  sql
    .prepare(`DELETE FROM checks WHERE link = ? AND rowid NOT IN (SELECT rowid ${latest})`)
    .run(id, id, maxChecksPerLink)
}

/** Parses checks and skips damaged ones. */
function readHistory(sql: DatabaseSync, id: string, limit: number): Check[] {
  return selectObjects(sql, tableColumns.checks, latest)
    .all(id, limit)
    .flatMap((row) => check.safeParse({ ...row, changes: parseJson(row.changes) }).data ?? [])
}

/** The result of a check: changes since the last response, and differences from the request. */
interface Verdict {
  outcome: CheckOutcome
  changes: FieldChange[]
  differences: Difference[] | null
}

/**
 * Maximum length of a stored value, in UTF-16 units. A service can return values of any length, and its whole response
 * is already stored elsewhere.
 */
const maxKeptLength = 2_048

/** Compares the service's current response with the record. `null` means that the service has no such link. */
function compareWithRecord(record: LinkRecord, now: RemoteLink | null): Verdict {
  const { request, stored } = record
  if (now === null) return { outcome: 'gone', changes: [], differences: record.differences }
  const differences = request ? compare(request, now) : record.differences
  const changes = stored ? findChanges(stored, now) : asChanges(request ? (differences ?? []) : [])
  const outcome = now.active === false ? 'inactive' : changes.length > 0 ? 'changed' : 'same'
  return { outcome, changes: changes.map(shortenChange), differences }
}

/** For a link that was never read, the request counts as the last known state. */
function asChanges(differences: readonly Difference[]): FieldChange[] {
  return differences.map(({ field, requested, stored }) => ({ field, before: requested, now: stored }))
}

function shortenChange({ field, before, now }: FieldChange): FieldChange {
  return { field, before: shortenText(before), now: shortenText(now) }
}

function shortenText(text: string): string {
  return text.length > maxKeptLength ? `${text.slice(0, maxKeptLength).toWellFormed()}…` : text
}
