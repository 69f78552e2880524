import type { DatabaseSync } from 'node:sqlite'
import type { ActivityDetail, ActivityEntry } from '../../contract/calls/activity.ts'
import type { ParsedInput } from '../../contract/calls.ts'
import type { Notices } from '../notices.ts'
import { toStorageProblem } from '../folder/storageProblem.ts'
import { runInTransaction } from '../library/transaction.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { openActivityFile } from './file.ts'
import { createRepeatedReads } from './repeatedReads.ts'
import type { RepeatedReads } from './repeatedReads.ts'

export type NewEntry = Omit<ActivityDetail, 'id'>

/** The log of requests. Kept in its own file because, unlike the library, it can be discarded. */
export interface ActivityStore {
  /**
   * Adds an entry and removes entries older than `days`. Entries are written in batches; reads include them.
   */
  add: (make: () => NewEntry, days: number) => void
  list: (input: ParsedInput<'activity.list'>) => {
    entries: ActivityEntry[]
    next: number | null
    total: number
  }
  get: (id: number) => ActivityDetail | null
  /** Removes entries older than `days`; 0 removes all. */
  prune: (days: number) => void
  close: () => void
}

const entryColumns = `id, time, operation, profileId, profileName, environment, method, url, status, code,
  durationMs, bytes, attempt, title, link`
/** A connection test looks up a path that can't exist, so its 404 is a success. */
const failureCondition = `(status IS NULL OR (status >= 400 AND NOT (operation = 'test' AND status = 404)))`
/** Maximum number of entries kept. */
const maxEntries = 20_000

const insertStatement = `INSERT INTO requests (id, time, operation, profileId, profileName, environment, method, url, status, code,
    durationMs, bytes, attempt, title, link, request, answer, curl)
  VALUES (:id, :time, :operation, :profileId, :profileName, :environment, :method, :url, :status, :code,
    :durationMs, :bytes, :attempt, :title, :link, :request, :answer, :curl)`

/**
 * Entries are written in batches of this size, or after this many milliseconds, because a transaction costs
 * far more than an entry. A single entry is written right away.
 */
const [batchSize, batchDelayMs] = [50, 250]

/**
 * Opens `activity.db` in the data folder. A damaged or foreign file is set aside, reported as a notice, and
 * replaced.
 */
export function openActivity(
  folder: string,
  notices: Notices,
  reportBug: (call: string, error: unknown) => void,
): ActivityStore {
  const file = openActivityFile(folder, notices)
  const [repeatedReads, nextId] = [createRepeatedReads(), createIds()]
  let pendingEntries: (() => NewEntry)[] = []
  let pendingWrites: NewEntry[] = []
  let latestRetentionDays = 0
  let immediate: NodeJS.Immediate | null = null
  let timer: NodeJS.Timeout | null = null
  let lastWriteAt = -Infinity
  const makeEntries = () => {
    if (immediate) clearImmediate(immediate)
    immediate = null
    const pendingMakers = pendingEntries
    pendingEntries = []
    for (const make of pendingMakers) {
      try {
        pendingWrites.push(make())
      } catch (error) {
        reportBug('activity.record', error)
      }
    }
  }
  const write = () => {
    makeEntries()
    if (timer) clearTimeout(timer)
    timer = null
    lastWriteAt = performance.now()
    const entries = pendingWrites
    pendingWrites = []
    if (entries.length === 0) return
    try {
      file.use((sql) =>
        runInTransaction(sql, () =>
          insertAll(sql, entries, { days: latestRetentionDays, nextId, repeatedReads }),
        ),
      )
    } catch (error) {
      // If the disk is full, only log entries are lost; requests still succeed.
      if (!toStorageProblem(error)) reportBug('activity.record', error)
    }
  }
  const read = <T>(work: (sql: DatabaseSync) => T): T => {
    write()
    return file.use(work)
  }
  const writeSoon = () => {
    makeEntries()
    const isAlone = performance.now() - lastWriteAt > batchDelayMs && timer === null
    if (isAlone || pendingWrites.length >= batchSize) write()
    else timer ??= setTimeout(write, batchDelayMs)
  }
  return {
    add: (make, days) => {
      pendingEntries.push(make)
      latestRetentionDays = days
      // Runs after this event-loop turn has delivered its responses and sent the next requests.
      immediate ??= setImmediate(writeSoon)
    },
    list: (input) => read((sql) => listEntries(sql, input)),
    get: (id) => read((sql) => getEntry(sql, id) ?? repeatedReads.get(id)),
    prune: (days) => read((sql) => removeOlder(sql, days, repeatedReads)),
    close: () => {
      write()
      file.close()
    },
  }
}

/**
 * Returns a function that returns the next id. Ids aren't used again after the newest entries were removed, because a
 * window may still list those.
 */
function createIds(): (sql: DatabaseSync) => number {
  let last = 0
  return (sql) => {
    const newest = sql.prepare('SELECT max(id) AS id FROM requests').get()?.['id']
    return (last = Math.max(last, Number(newest ?? 0)) + 1)
  }
}

interface InsertParts {
  days: number
  nextId: (sql: DatabaseSync) => number
  repeatedReads: RepeatedReads
}

function insertAll(
  sql: DatabaseSync,
  entries: readonly NewEntry[],
  { days, nextId, repeatedReads }: InsertParts,
): void {
  const insert = sql.prepare(insertStatement)
  let last = 0
  for (const entry of entries) {
    last = nextId(sql)
    insert.run({ id: last, ...entry })
    repeatedReads.replace(sql, { ...entry, id: last })
  }
  sql.prepare('DELETE FROM requests WHERE id <= ?').run(last - maxEntries)
  repeatedReads.remove(({ id }) => id <= last - maxEntries)
  removeOlder(sql, days, repeatedReads)
}

function getEntry(sql: DatabaseSync, id: number): ActivityDetail | null {
  const row = sql.prepare('SELECT * FROM requests WHERE id = ?').get(id)
  return row ? ({ ...row } as unknown as ActivityDetail) : null
}

function removeOlder(sql: DatabaseSync, days: number, repeatedReads: RepeatedReads): void {
  if (days === 0) {
    sql.exec('DELETE FROM requests')
    repeatedReads.remove(() => true)
    // Until then, the removed entries are still in the write-ahead log.
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } else {
    const oldest = new Date(Date.now() - days * 86_400_000).toISOString()
    sql.prepare('DELETE FROM requests WHERE time < ?').run(oldest)
    repeatedReads.remove(({ time }) => time < oldest)
  }
  sql.exec('PRAGMA incremental_vacuum')
}

function listEntries(
  sql: DatabaseSync,
  { before, limit, operation, profileId, failed }: ParsedInput<'activity.list'>,
): ReturnType<ActivityStore['list']> {
  const whereClause = `(:operation IS NULL OR operation = :operation) AND (:profileId IS NULL OR profileId = :profileId)
    AND (:failed = 0 OR ${failureCondition})`
  const filter = { operation: operation ?? null, profileId: profileId ?? null, failed: failed ? 1 : 0 }
  const rows = sql
    .prepare(
      `SELECT ${entryColumns} FROM requests WHERE ${whereClause} AND id < :before ORDER BY id DESC LIMIT :limit`,
    )
    .all({ ...filter, before: before ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 })
  const entries = rows.slice(0, limit).map((row) => ({ ...row }) as unknown as ActivityEntry)
  const countRow = sql.prepare(`SELECT count(*) AS total FROM requests WHERE ${whereClause}`).get(filter)
  const next = rows.length > limit ? (entries.at(-1)?.id ?? null) : null
  return { entries, next, total: Number(countRow?.['total']) }
}

/** Adds an entry. `makeEntry` isn't called if no entries are kept. */
export function recordEntry(
  activity: ActivityStore,
  settings: SettingsFile,
  makeEntry: () => NewEntry,
): void {
  const { retentionDays } = settings.get()
  if (retentionDays > 0) activity.add(makeEntry, retentionDays)
}
