import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { listColumns } from '../../folder/identity.ts'
import type { LinkRow } from '../linkRow.ts'
import { requestHash } from '../requestHash.ts'
import { repeatUntil, startStep } from '../step.ts'
import { selectRows } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { deleteRows, insertSql } from '../writing.ts'
import { daysAgo } from '../../../contract/app/text/utcDay.ts'

/** Number of days for which removed links can be restored. */
const daysKept = 30

/** Removes a link. One that the service lists doesn't come back by itself. Links in state `pending` are kept, because their result is yet to be saved. */
export function removeOne(sql: DatabaseSync, id: string, undo: string): boolean {
  const row = sql.prepare(`SELECT * FROM links WHERE id = ? AND state <> 'pending'`).get(id)
  if (!row) return false
  sql
    .prepare('INSERT OR REPLACE INTO removed_links (id, entry, undo, removed_at) VALUES (?, ?, ?, ?)')
    .run(id, JSON.stringify(row), undo, new Date().toISOString())
  deleteRows(sql, 'links', 'id', id)
  if (row['listed'] !== 0 && row['path'] !== null)
    sql
      .prepare('INSERT OR IGNORE INTO unlisted_links VALUES (?, ?, ?)')
      .run(row['profile_id'] ?? '', row['environment'] ?? '', row['path'] ?? '')
  return true
}

/** Restores a link, unless a new link has the same id. */
export function restoreOne(sql: DatabaseSync, id: string): boolean {
  const removedRow = selectRows(sql, { entry: 'text' }, 'FROM removed_links WHERE id = ?').get(id)
  if (!removedRow) return false
  const entry = JSON.parse(removedRow.entry) as LinkRow & Record<string, SQLInputValue>
  const row: Record<string, SQLInputValue> = { ...entry, request_hash: requestHash(entry) }
  const columns = listColumns(sql, 'links').filter((column) => column in row)
  const { changes } = sql
    .prepare(insertSql('links', columns, 'INSERT OR IGNORE'))
    .run(...columns.map((column) => row[column] ?? null))
  deleteRows(sql, 'removed_links', 'id', id)
  sql
    .prepare('DELETE FROM unlisted_links WHERE profile_id = ? AND environment = ? AND path = ?')
    .run(entry.profile_id, entry.environment, entry.path)
  return Number(changes) > 0
}

/** Deletes removed links that can't be restored any more, with their checks, until a step is over; the rest at later calls. */
export function purgeOldRemovals(sql: DatabaseSync): void {
  const oldest = daysAgo(daysKept)
  const find = selectRows(sql, { id: 'text' }, 'FROM removed_links WHERE removed_at < ? LIMIT 1')
  const isLink = sql.prepare('SELECT 1 FROM links WHERE id = ?')
  const purgeNext = () => {
    const removed = find.get(oldest)
    if (!removed) return false
    // A link that was added again has checks of its own.
    const isBack = isLink.get(removed.id) !== undefined
    for (const table of isBack ? [] : ['checks', 'checks_left']) deleteRows(sql, table, 'link', removed.id)
    deleteRows(sql, 'removed_links', 'id', removed.id)
    return true
  }
  runInTransaction(sql, () => repeatUntil(startStep(), purgeNext))
}
