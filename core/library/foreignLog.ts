import type { DatabaseSync } from 'node:sqlite'
import { fileSize, readVersions } from '../../sqlite/file.ts'
import { setLogAside } from '../../sqlite/setAside.ts'
import { pragma } from '../folder/identity.ts'
import { isDamage } from '../../sqlite/errors.ts'
import { runInUnsyncedTransaction } from '../../sqlite/transaction.ts'

/**
 * Renames the write-ahead log of a closed library if it belongs to another file, for example after a backup was copied
 * over the library. SQLite would mix both. Returns the new name; `null` if the log belongs to the library.
 */
export function setForeignLogAside(file: string): string | null {
  try {
    // SQLite deletes the log of an empty file, even on a read-only connection.
    if (fileSize(file) === 0 || fileSize(`${file}-wal`) === 0 || !isForeignLog(file)) return null
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
  return setLogAside(file, 'foreign')
}

/** Every library and backup has a unique schema cookie, which only migrations change. */
function isForeignLog(file: string): boolean {
  const [withoutLog, withLog] = [readVersions(file, 'still'), readVersions(file, 'ro')]
  if (withLog.user > withoutLog.user) return false
  return withLog.schema !== withoutLog.schema
}

/**
 * Rewrites the first page into the log, because its header identifies the log's database. SQLite writes it only if the
 * number of pages changes. Doesn't wait for the disk.
 */
export function writeFirstPage(sql: DatabaseSync): void {
  const id = pragma(sql, 'application_id')
  runInUnsyncedTransaction(sql, () => sql.exec(`PRAGMA main.application_id = ${id}`))
}
