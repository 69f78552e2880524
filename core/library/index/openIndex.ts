import { chmodSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { countRows } from '../tableRows.ts'
import { isIndexDamage } from '../../../sqlite/errors.ts'
import { isSameSchema, readSchema, buildSchema } from '../../../sqlite/knownSchema.ts'
import { readFact, setFact } from '../facts.ts'
import { startStep } from '../step.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { createBackfill, type Backfill } from './backfill.ts'
import { getIndexer } from './indexer.ts'
import { indexVersion, createTables } from './tables.ts'

/** Maximum time in milliseconds for indexing links before the library can be used: about 2,000 of them. */
const maxStartMs = 500
/** Cache of the derived data. With less, adding many links reads most pages again. */
const cacheKilobytes = 32_000
/** Number of changes remembered across restarts in case the latest index writes were lost. */
const maxRememberedChanges = 1_000

/**
 * Attaches `file`, which contains the derived data, and brings it in sync with the links. Rebuilds it if it
 * is damaged or belongs to another version or library.
 */
export function openIndex(sql: DatabaseSync, file: string): Backfill {
  const damage = readFact(sql, 'index_damaged')
  if (damage !== null) discard(sql, file)
  try {
    attach(sql, file)
    if (isUsable(sql)) return catchUp(sql)
  } catch (error) {
    if (!isIndexDamage(error)) throw error
  }
  if (isAttached(sql)) sql.exec('DETACH derived')
  discard(sql, file)
  attach(sql, file)
  runInTransaction(sql, () => {
    sql.exec(createTables('derived'))
    beginIndex(sql, readLibraryId(sql))
  })
  return { ...startBackfill(sql), damage }
}

/** Creates derived data for a read-only library, in a temporary database. */
export function openTemporaryIndex(sql: DatabaseSync): Backfill {
  sql.exec(createTables('temp'))
  return startBackfill(sql)
}

/** Doesn't wait for disk writes (`synchronous`): lost changes are redone at the next start. */
function attach(sql: DatabaseSync, file: string): void {
  sql.prepare('ATTACH ? AS derived').run(file)
  sql.exec('PRAGMA derived.user_version')
  chmodSync(file, 0o600)
  sql.exec('PRAGMA derived.journal_mode = WAL')
  sql.exec('PRAGMA derived.synchronous = NORMAL')
  sql.exec(`PRAGMA derived.cache_size = -${cacheKilobytes}`)
}

function isAttached(sql: DatabaseSync): boolean {
  return sql.prepare(`SELECT 1 FROM pragma_database_list WHERE name = 'derived'`).get() !== undefined
}

function discard(sql: DatabaseSync, file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
  setFact(sql, 'index_damaged', null)
}

/**
 * Whether the file belongs to this version and library. After restoring a backup, the file can be newer than the
 * library and is rejected.
 */
function isUsable(sql: DatabaseSync): boolean {
  if (!hasTables(sql)) return false
  const state = sql.prepare('SELECT version, library, seen FROM index_state').get()
  return (
    state?.['version'] === indexVersion &&
    state['library'] === readLibraryId(sql) &&
    Number(state['seen']) <= lastTouched(sql)
  )
}

/** Whether the tables are exactly ours. A view in place of a table could run forever. */
function hasTables(sql: DatabaseSync): boolean {
  return isSameSchema(readSchema(sql, 'derived'), buildSchema([createTables('main')]))
}

/** Indexes changes that weren't indexed because of a crash. */
function catchUp(sql: DatabaseSync): Backfill {
  const indexer = getIndexer(sql)
  const isOver = startStep(maxStartMs)
  const seen = Number(sql.prepare('SELECT seen FROM index_state').get()?.['seen'])
  const touched = sql.prepare('SELECT number, link FROM touched WHERE number > ? ORDER BY number').all(seen)
  for (const { link, number } of touched) indexer.refresh(String(link), Number(number))
  indexer.indexWaiting(isOver)
  if (countRows(sql, 'FROM touched') > maxRememberedChanges) {
    // Only changes that are certainly on disk can be forgotten.
    sql.exec('PRAGMA derived.wal_checkpoint(TRUNCATE)')
    sql.prepare('DELETE FROM touched WHERE number <= ?').run(seen)
  }
  return countRows(sql, 'FROM links') === countRows(sql, 'FROM entries')
    ? createBackfill(sql, true)
    : startBackfill(sql, isOver)
}

/** Indexes a small library completely, and the newest links of a large one. */
function startBackfill(sql: DatabaseSync, isOver = startStep(maxStartMs)): Backfill {
  const backfill = createBackfill(sql)
  backfill.step(isOver)
  return backfill
}

function beginIndex(sql: DatabaseSync, library: string): void {
  sql.prepare('INSERT INTO index_state VALUES (?, ?, ?)').run(indexVersion, library, lastTouched(sql))
}

function lastTouched(sql: DatabaseSync): number {
  // SQLite's own counter, so that no number is used twice.
  const row = sql.prepare(`SELECT seq FROM main.sqlite_sequence WHERE name = 'touched'`).get()
  return Number(row?.['seq'] ?? 0)
}

/** Returns the unique id of this library. */
function readLibraryId(sql: DatabaseSync): string {
  const existing = readFact(sql, 'library')
  if (existing !== null) return existing
  const id = randomUUID()
  setFact(sql, 'library', id)
  return id
}
