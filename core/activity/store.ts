import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ActivityDetail, ActivityEntry } from '../../contract/calls/activity.ts'
import type { ParsedInput } from '../../contract/calls.ts'
import { storageProblem } from '../folder/storageProblem.ts'
import type { SettingsFile } from '../settings/settings.ts'

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

const schema = `
  CREATE TABLE IF NOT EXISTS requests (
    id INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    operation TEXT NOT NULL,
    profileId TEXT,
    profileName TEXT,
    environment TEXT NOT NULL,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    status INTEGER,
    code TEXT,
    durationMs INTEGER NOT NULL,
    bytes INTEGER,
    attempt INTEGER NOT NULL,
    request TEXT NOT NULL,
    answer TEXT,
    curl TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS requests_by_time ON requests (time);
  PRAGMA user_version = 1;
`
const entryColumns = `id, time, operation, profileId, profileName, environment, method, url, status, code,
  durationMs, bytes, attempt`
/** A test looks up a path that cannot exist, so that its 404 is what was hoped for. */
const isFailure = `(status IS NULL OR (status >= 400 AND NOT (operation = 'test' AND status = 404)))`
/** More than any person looks through. */
const mostEntries = 20_000

export function openActivity(folder: string): ActivityStore {
  const sql = openFile(join(folder, 'activity.db'))
  const insert = sql.prepare(
    `INSERT INTO requests (time, operation, profileId, profileName, environment, method, url, status, code,
       durationMs, bytes, attempt, request, answer, curl)
     VALUES (:time, :operation, :profileId, :profileName, :environment, :method, :url, :status, :code,
       :durationMs, :bytes, :attempt, :request, :answer, :curl)`,
  )
  return {
    add: (entry) => {
      const { lastInsertRowid } = insert.run(entry)
      sql.prepare('DELETE FROM requests WHERE id <= ?').run(Number(lastInsertRowid) - mostEntries)
    },
    list: ({ before, limit, operation, profileId, failed }) => {
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
    },
    get: (id) => {
      const row = sql.prepare('SELECT * FROM requests WHERE id = ?').get(id)
      return row ? ({ ...row } as unknown as ActivityDetail) : null
    },
    prune: (days) => {
      const oldest = new Date(Date.now() - days * 86_400_000).toISOString()
      sql.prepare('DELETE FROM requests WHERE time < ? OR ? = 0').run(oldest, days)
      sql.exec('PRAGMA incremental_vacuum')
    },
    close: () => sql.close(),
  }
}

/** A record that cannot be read is begun anew: nothing in it is needed to find a link again. */
function openFile(file: string): DatabaseSync {
  try {
    return prepare(file)
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    return prepare(file)
  }
}

function prepare(file: string): DatabaseSync {
  const sql = new DatabaseSync(file)
  try {
    chmodSync(file, 0o600)
    sql.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // What is removed from the record is gone from the disk as well.
    sql.exec('PRAGMA secure_delete = ON')
    sql.exec(schema)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
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
