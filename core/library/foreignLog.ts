import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { pragma } from '../folder/identity.ts'
import { quarantineLog } from '../folder/quarantine.ts'
import { isDamage } from '../../sqlite/errors.ts'
import { isShrinkable } from './reclaim.ts'
import { runInUnsyncedTransaction } from '../../sqlite/transaction.ts'

/**
 * Renames the write-ahead log of a closed library if it belongs to another file, for example after a backup was copied
 * over the library. SQLite would mix both. Returns the new name; `null` if the log belongs to the library.
 */
export function setForeignLogAside(file: string): string | null {
  try {
    // SQLite deletes the log of an empty file, even on a read-only connection.
    if (isEmpty(file) || isEmpty(`${file}-wal`) || !isForeignLog(file)) return null
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
  return quarantineLog(file, 'foreign')
}

function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/**
 * Every library and backup has a unique schema cookie. Only migrations and a rewrite (`rewriteShrinkable`) change it.
 */
function isForeignLog(file: string): boolean {
  const url = pathToFileURL(file)
  // Reads the file as if it had no log (https://sqlite.org/uri.html).
  url.search = 'mode=ro&immutable=1'
  const [withoutLog, withLog] = [readVersions(url), readVersions(file)]
  if (withLog.user > withoutLog.user) return false
  const isRewritten = !withoutLog.isShrinkable && withLog.schema === withoutLog.schema + 1
  return withLog.schema !== withoutLog.schema && !isRewritten
}

function readVersions(path: string | URL) {
  const sql = new DatabaseSync(path, { readOnly: true })
  try {
    return {
      schema: pragma(sql, 'schema_version'),
      user: pragma(sql, 'user_version'),
      isShrinkable: isShrinkable(sql),
    }
  } finally {
    sql.close()
  }
}

/**
 * Rewrites the first page into the log, because its header identifies the log's database. SQLite writes it only if the
 * number of pages changes. Doesn't wait for the disk.
 */
export function writeFirstPage(sql: DatabaseSync): void {
  const id = pragma(sql, 'application_id')
  runInUnsyncedTransaction(sql, () => sql.exec(`PRAGMA main.application_id = ${id}`))
}
