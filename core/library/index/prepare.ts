import { chmodSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { columnsOf } from '../../folder/identity.ts'
import { isDamage } from '../../folder/sqliteError.ts'
import { fact, setFact } from '../facts.ts'
import { inTransaction } from '../transaction.ts'
import { indexerOf } from './indexer.ts'
import { entryColumns, indexVersion, makeTables, wordColumns } from './tables.ts'

/** Links that are derived in one transaction: a crash in the middle loses no more than these. */
const atOnce = 1_000

/**
 * Opens `file`, which holds what is derived, beside the library, and sees to it that every link is in there and no other. A
 * file that is damaged, of another version or of another library is made anew.
 */
export function openIndex(sql: DatabaseSync, file: string): void {
  if (fact(sql, 'index_damaged') !== null) discard(sql, file)
  try {
    attach(sql, file)
    if (isUsable(sql)) {
      catchUp(sql)
      return
    }
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  if (isAttached(sql)) sql.exec('DETACH derived')
  discard(sql, file)
  attach(sql, file)
  inTransaction(sql, () => {
    sql.exec(makeTables('derived'))
    begin(sql, libraryId(sql))
  })
  fillIndex(sql)
}

/** The same for a library that must not be written: in the system's temporary folder, until it is closed. */
export function openIndexBeside(sql: DatabaseSync): void {
  sql.exec(makeTables('temp'))
  fillIndex(sql)
}

/** Has what is derived made anew at the next start. */
export function distrustIndex(sql: DatabaseSync): void {
  setFact(sql, 'index_damaged', '1')
}

/** Derives every link that has nothing derived, and drops what belongs to none. */
export function fillIndex(sql: DatabaseSync): void {
  const { derive } = indexerOf(sql)
  const orphans = sql.prepare(
    'SELECT id FROM entries WHERE NOT EXISTS (SELECT 1 FROM links WHERE links.id = entries.id)',
  )
  // In the order of their time, in which FTS5 takes them without writing a segment for each.
  const missing = sql.prepare(
    `SELECT id, created_at FROM links
     WHERE (created_at, id) > (?, ?) AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = links.id)
     ORDER BY created_at, id LIMIT ?`,
  )
  inTransaction(sql, () => orphans.all().forEach(({ id }) => derive(id as string)))
  for (let last = ['', '']; ;) {
    const rows = missing.all(...last, atOnce) as { id: string; created_at: string }[]
    inTransaction(sql, () => rows.forEach(({ id }) => derive(id)))
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) return
    last = [end.created_at, end.id]
  }
}

/** It waits for no disk: what a failing one forgets is made up for at the next start. */
function attach(sql: DatabaseSync, file: string): void {
  sql.prepare('ATTACH ? AS derived').run(file)
  sql.exec('PRAGMA derived.user_version')
  chmodSync(file, 0o600)
  sql.exec('PRAGMA derived.journal_mode = WAL')
  sql.exec('PRAGMA derived.synchronous = NORMAL')
}

function isAttached(sql: DatabaseSync): boolean {
  return sql.prepare(`SELECT 1 FROM pragma_database_list WHERE name = 'derived'`).get() !== undefined
}

function discard(sql: DatabaseSync, file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
  setFact(sql, 'index_damaged', null)
}

/** Of this version and this library, and no further than the library is: one that was put back from a copy has forgotten. */
function isUsable(sql: DatabaseSync): boolean {
  if (!hasTables(sql)) return false
  const state = sql.prepare('SELECT version, library, seen FROM index_state').get()
  return (
    state?.['version'] === indexVersion &&
    state['library'] === libraryId(sql) &&
    Number(state['seen']) <= lastTouched(sql)
  )
}

function hasTables(sql: DatabaseSync): boolean {
  const has = (table: string, columns: readonly string[]) => {
    const found = columnsOf(sql, table)
    return columns.every((column) => found.includes(column))
  }
  return (
    has('index_state', ['version', 'library', 'seen']) &&
    has('entries', entryColumns) &&
    has('words', wordColumns) &&
    has('vocabulary', ['number', 'term']) &&
    has('inside', ['term'])
  )
}

/** Derives what was changed and not derived, because of a crash, say. */
function catchUp(sql: DatabaseSync): void {
  const { derive } = indexerOf(sql)
  const seen = Number(sql.prepare('SELECT seen FROM index_state').get()?.['seen'])
  const touched = sql.prepare('SELECT DISTINCT link FROM touched WHERE number > ?').all(seen)
  inTransaction(sql, () => {
    for (const { link } of touched) derive(link as string)
    sql.prepare('UPDATE index_state SET seen = ?').run(lastTouched(sql))
  })
  if (count(sql, 'links') !== count(sql, 'entries')) fillIndex(sql)
  if (count(sql, 'touched') < atOnce) return
  // Only what has certainly reached the disk need not be remembered any more.
  sql.exec('PRAGMA derived.wal_checkpoint(TRUNCATE)')
  sql.prepare('DELETE FROM touched WHERE number <= ?').run(seen)
}

function begin(sql: DatabaseSync, library: string): void {
  sql.prepare('INSERT INTO index_state VALUES (?, ?, ?)').run(indexVersion, library, lastTouched(sql))
}

function lastTouched(sql: DatabaseSync): number {
  // SQLite itself keeps it, so that no number comes twice.
  const last = sql.prepare(`SELECT seq FROM main.sqlite_sequence WHERE name = 'touched'`).get()
  return Number(last?.['seq'] ?? 0)
}

/** What tells this library from others. */
function libraryId(sql: DatabaseSync): string {
  const known = fact(sql, 'library')
  if (known !== null) return known
  const id = randomUUID()
  setFact(sql, 'library', id)
  return id
}

function count(sql: DatabaseSync, table: 'links' | 'entries' | 'touched'): number {
  return Number(sql.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'])
}
