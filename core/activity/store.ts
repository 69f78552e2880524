import type { DatabaseSync } from 'node:sqlite'
import type { ActivityDetail, ActivityEntry } from '../../contract/calls/activity.ts'
import type { ParsedInput } from '../../contract/calls.ts'
import type { Notices } from '../notices.ts'
import { storageProblem } from '../folder/storageProblem.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { openActivityFile } from './file.ts'

export type NewEntry = Omit<ActivityDetail, 'id'>

/** The record of requests, in a file of its own: it may be thrown away, which the library never is. */
export interface ActivityStore {
  add: (entry: NewEntry) => void
  list: (input: ParsedInput<'activity.list'>) => {
    entries: ActivityEntry[]
    next: number | null
    total: number
  }
  get: (id: number) => ActivityDetail | null
  /** Removes what is older than `days`; 0 removes everything. */
  prune: (days: number) => void
  close: () => void
}

const entryColumns = `id, time, operation, profileId, profileName, environment, method, url, status, code,
  durationMs, bytes, attempt, title, link`
/** A test looks up a path that cannot exist, so that its 404 is what was hoped for. */
const isFailure = `(status IS NULL OR (status >= 400 AND NOT (operation = 'test' AND status = 404)))`
/** More than any person looks through. */
const maxEntries = 20_000

const insertion = `INSERT INTO requests (time, operation, profileId, profileName, environment, method, url, status, code,
    durationMs, bytes, attempt, title, link, request, answer, curl)
  VALUES (:time, :operation, :profileId, :profileName, :environment, :method, :url, :status, :code,
    :durationMs, :bytes, :attempt, :title, :link, :request, :answer, :curl)`

/** Opens `activity.db` in the data folder. A damaged or foreign one is kept aside, told as a notice, and begun anew. */
export function openActivity(folder: string, notices: Notices): ActivityStore {
  const file = openActivityFile(folder, notices)
  return {
    add: (entry) =>
      file.use((sql) => {
        const { lastInsertRowid } = sql.prepare(insertion).run(entry)
        sql.prepare('DELETE FROM requests WHERE id <= ?').run(Number(lastInsertRowid) - maxEntries)
      }),
    list: (input) => file.use((sql) => listed(sql, input)),
    get: (id) =>
      file.use((sql) => {
        const row = sql.prepare('SELECT * FROM requests WHERE id = ?').get(id)
        return row ? ({ ...row } as unknown as ActivityDetail) : null
      }),
    prune: (days) => {
      const oldest = new Date(Date.now() - days * 86_400_000).toISOString()
      file.use((sql) => {
        sql.prepare('DELETE FROM requests WHERE time < ? OR ? = 0').run(oldest, days)
        sql.exec('PRAGMA incremental_vacuum')
      })
    },
    close: file.close,
  }
}

function listed(
  sql: DatabaseSync,
  { before, limit, operation, profileId, failed }: ParsedInput<'activity.list'>,
): ReturnType<ActivityStore['list']> {
  const wanted = `(:operation IS NULL OR operation = :operation) AND (:profileId IS NULL OR profileId = :profileId)
    AND (:failed = 0 OR ${isFailure})`
  const filter = { operation: operation ?? null, profileId: profileId ?? null, failed: failed ? 1 : 0 }
  const found = sql
    .prepare(
      `SELECT ${entryColumns} FROM requests WHERE ${wanted} AND id < :before ORDER BY id DESC LIMIT :limit`,
    )
    .all({ ...filter, before: before ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 })
  const entries = found.slice(0, limit).map((row) => ({ ...row }) as unknown as ActivityEntry)
  const counted = sql.prepare(`SELECT count(*) AS total FROM requests WHERE ${wanted}`).get(filter)
  const next = found.length > limit ? (entries.at(-1)?.id ?? null) : null
  return { entries, next, total: Number(counted?.['total']) }
}

/**
 * Adds an entry, which is not even made where none are kept. A full disk must not fail the request that the entry is
 * about.
 */
export function record(activity: ActivityStore, settings: SettingsFile, makeEntry: () => NewEntry): void {
  const { retentionDays } = settings.get()
  if (retentionDays === 0) return
  try {
    activity.add(makeEntry())
    activity.prune(retentionDays)
  } catch (error) {
    if (!storageProblem(error)) throw error
  }
}
