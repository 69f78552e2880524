import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { columnsOf } from '../../folder/identity.ts'
import { runInTransaction } from '../transaction.ts'

/** For how many days links that were taken out can be put back. */
const daysKept = 30

/** A link that is being created stays: its end is still to be written down. */
export function removeOne(sql: DatabaseSync, id: string, undo: string): boolean {
  const row = sql.prepare(`SELECT * FROM links WHERE id = ? AND state <> 'pending'`).get(id)
  if (!row) return false
  sql
    .prepare('INSERT OR REPLACE INTO removed_links (id, entry, undo, removed_at) VALUES (?, ?, ?, ?)')
    .run(id, JSON.stringify(row), undo, new Date().toISOString())
  sql.prepare('DELETE FROM links WHERE id = ?').run(id)
  return true
}

/** What was made anew under the same id in the meantime stays. */
export function restoreOne(sql: DatabaseSync, id: string): boolean {
  const kept = sql.prepare('SELECT entry FROM removed_links WHERE id = ?').get(id)
  const row = JSON.parse(kept?.['entry'] as string) as Record<string, SQLInputValue>
  const columns = columnsOf(sql, 'links').filter((column) => column in row)
  const { changes } = sql
    .prepare(
      `INSERT OR IGNORE INTO links (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    .run(...columns.map((column) => row[column] ?? null))
  sql.prepare('DELETE FROM removed_links WHERE id = ?').run(id)
  return Number(changes) > 0
}

/** Forgets removed links that can't be put back any more, with their checks. */
export function purgeOldRemovals(sql: DatabaseSync): void {
  const oldest = new Date(Date.now() - daysKept * 24 * 60 * 60 * 1_000).toISOString()
  runInTransaction(sql, () => {
    for (const table of ['checks', 'checks_left']) {
      sql
        .prepare(
          `DELETE FROM ${table} WHERE link IN (SELECT id FROM removed_links WHERE removed_at < ?)
           AND NOT EXISTS (SELECT 1 FROM links WHERE links.id = ${table}.link)`,
        )
        .run(oldest)
    }
    sql.prepare('DELETE FROM removed_links WHERE removed_at < ?').run(oldest)
  })
}
