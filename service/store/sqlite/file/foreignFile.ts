import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { fileSize, readPragma, readVersions, withFile } from '../../../../sqlite/file.ts'
import { waiting } from './connection.ts'

/**
 * Application id in the header of our databases: "LWsv"
 * (https://sqlite.org/pragma.html#pragma_application_id).
 */
export const applicationId = 0x4c577376

/** Tables of our databases that were created without the application id. */
const ownTables = ['links', 'projects', 'project_keys']

/**
 * Throws a readable error if a file is another program's database, without changing it. Opening it for
 * writing would change it: the last connection to close empties its log.
 */
export function rejectForeignFile(file: string): void {
  if (fileSize(file) === 0) return
  withFile(file, existsSync(`${file}-wal`) ? 'ro' : 'still', rejectForeign, waiting)
}

/**
 * Throws a readable error if a database with links was emptied, or is missing while its log exists. SQLite
 * would treat the log as outdated and delete it with the latest links.
 */
export function rejectEmptied(file: string): void {
  const log = `${file}-wal`
  if (fileSize(file) > 0) return
  if (fileSize(log) > 0) {
    throw new Error(
      `The file is empty or missing, but its log ${log} exists. Put back the file that the log belongs to; or move the log ` +
        'to a safe place and restore a backup.',
    )
  }
  if (existsSync(file)) {
    throw new Error(
      'The file was emptied: a new database is never empty. Restore a backup with "restore", or delete the file to ' +
        'start with a new database.',
    )
  }
}

/**
 * Writes the first page again in the open transaction. SQLite does that only if the number of pages changes. If the
 * service is killed, this page's header identifies the log's database (`rejectForeignLog`).
 */
export function writeFirstPage(database: DatabaseSync): void {
  database.exec(`PRAGMA application_id = ${applicationId}`)
}

/**
 * Throws a readable error if the log belongs to another database, such as a backup copied by hand: SQLite would mix them. Each
 * database's first page has its own schema cookie (`assignSchemaCookie`), also in its log (`writeFirstPage`).
 */
export function rejectForeignLog(file: string): void {
  if (fileSize(file) === 0 || fileSize(`${file}-wal`) === 0) return
  const [withoutLog, withLog] = [readVersions(file, 'still', waiting), readVersions(file, 'ro', waiting)]
  const isMigrated = withLog.user > withoutLog.user
  if ((isMigrated || withLog.schema === withoutLog.schema) && withLog.pages >= withoutLog.pages) return
  throw new Error(
    `Its log ${file}-wal belongs to another database, so the file was put there by hand. Move both to a separate folder, ` +
      'then run "restore" with that file.',
  )
}

/** Like `rejectForeignFile`, for an open database. */
export function rejectForeign(database: DatabaseSync): void {
  if (isForeign(database)) throw new Error('The file is a database of another program.')
}

function isForeign(database: DatabaseSync): boolean {
  const id = readPragma(database, 'application_id')
  if (id !== 0) return id !== applicationId
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const tables = rows.flatMap((row) => Object.values(row))
  if (tables.length === 0) return false
  return readPragma(database, 'user_version') === 0 || !ownTables.every((name) => tables.includes(name))
}
