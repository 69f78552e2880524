import type { DatabaseSync } from 'node:sqlite'
import { columnsOf } from '../../folder/identity.ts'
import { inTransaction } from '../transaction.ts'
import { indexerOf } from './indexer.ts'
import { dropTables, entryColumns, indexVersion, makeTables, wordColumns } from './tables.ts'

/** Links that are derived in one transaction: a crash in the middle loses no more than these. */
const atOnce = 1_000

/** Sees to it that what is derived is there, in today's form, for every link and for no other. */
export function prepareIndex(sql: DatabaseSync): void {
  if (!isUsable(sql)) {
    inTransaction(sql, () => {
      sql.exec(dropTables)
      sql.exec(makeTables('main'))
    })
  }
  if (count(sql, 'links') !== count(sql, 'entries')) fillIndex(sql)
}

/** The same for a library that must not be written: beside it, until it is closed. */
export function prepareIndexBeside(sql: DatabaseSync): void {
  sql.exec(makeTables('temp'))
  fillIndex(sql)
}

/** Derives every link that has nothing derived, and drops what belongs to none. */
export function fillIndex(sql: DatabaseSync): void {
  const { update } = indexerOf(sql)
  const orphans = sql.prepare(
    'SELECT id FROM entries WHERE NOT EXISTS (SELECT 1 FROM links WHERE links.id = entries.id) LIMIT ?',
  )
  // In the order of their time, in which FTS5 takes them without writing a segment for each.
  const missing = sql.prepare(
    `SELECT id, created_at FROM links
     WHERE (created_at, id) > (?, ?) AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = links.id)
     ORDER BY created_at, id LIMIT ?`,
  )
  inTransaction(sql, () => {
    for (const { id } of orphans.all(-1)) update(id as string)
  })
  for (let last = ['', '']; ;) {
    const rows = missing.all(...last, atOnce) as { id: string; created_at: string }[]
    inTransaction(sql, () => rows.forEach(({ id }) => update(id)))
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) return
    last = [end.created_at, end.id]
  }
}

/** Of this version, whole and not known to be out of step. */
function isUsable(sql: DatabaseSync): boolean {
  if (!columnsOf(sql, 'index_state').includes('stale')) return false
  const state = sql.prepare('SELECT version, stale FROM index_state').get()
  if (state?.['version'] !== indexVersion || state['stale'] !== 0) return false
  const has = (table: string, columns: readonly string[]) => {
    const found = columnsOf(sql, table)
    return columns.every((column) => found.includes(column))
  }
  return has('entries', entryColumns) && has('words', wordColumns) && has('inside', ['term'])
}

function count(sql: DatabaseSync, table: 'links' | 'entries'): number {
  return Number(sql.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'])
}
