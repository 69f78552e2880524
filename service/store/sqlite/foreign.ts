import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { pragma, usualTimeoutMs } from './connection.ts'
import { openFile } from './file.ts'

/** In the header of every database of ours: "LWsv" (https://sqlite.org/pragma.html#pragma_application_id). */
export const applicationId = 0x4c577376

/** What a database of ours has that was made without the mark. */
const tablesOfOurs = ['links', 'projects', 'project_keys']

/**
 * Throws a readable error when a file is the database of another program, of which nothing is changed: also opening it for
 * reading and writing would, since the last to close a database empties its log.
 */
export function refuseForeignFile(file: string): void {
  if (sizeOf(file) === 0) return
  const database = openFile(file, existsSync(`${file}-wal`) ? 'ro' : 'still', usualTimeoutMs)
  try {
    refuseForeign(database)
  } finally {
    database.close()
  }
}

/**
 * Throws a readable error where a log has lost its database: SQLite would take it for an old one and delete it, with the
 * links that were made last.
 */
export function refuseLogAlone(file: string): void {
  const log = `${file}-wal`
  if (sizeOf(file) > 0 || sizeOf(log) === 0) return
  throw new Error(
    `The file is empty or gone, and its log ${log} is not. Put the file back that belongs to it; or restore a backup, ` +
      'with the log kept aside.',
  )
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** As `refuseForeignFile`, for an open database. */
export function refuseForeign(database: DatabaseSync): void {
  if (isForeign(database)) throw new Error('The file is a database of another program.')
}

function isForeign(database: DatabaseSync): boolean {
  const id = pragma(database, 'application_id')
  if (id !== 0) return id !== applicationId
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const tables = rows.flatMap((row) => Object.values(row))
  if (tables.length === 0) return false
  return pragma(database, 'user_version') === 0 || !tablesOfOurs.every((name) => tables.includes(name))
}
