import type { DatabaseSync } from 'node:sqlite'
import { openFile } from './file.ts'

/** How long a statement waits for another process that is writing to the same file, unless its opener says otherwise. */
export const defaultTimeoutMs = 5_000

/**
 * Opens a database file that is there so that a commit is on the disk when it returns. Throws when the file cannot be
 * opened or the build of SQLite does not take the settings that durability needs.
 */
export function openConnection(file: string, timeoutMs = defaultTimeoutMs): DatabaseSync {
  const database = openFile(file, 'rw', timeoutMs)
  try {
    makeDurable(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function makeDurable(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1')
  // A write-ahead log that grew under a long read shrinks again at the next checkpoint.
  database.exec('PRAGMA journal_size_limit = 67108864')
  const full = 2
  if (readPragma(database, 'journal_mode') !== 'wal' || readPragma(database, 'synchronous') !== full) {
    throw new Error('SQLite refuses the settings that keep acknowledged links (WAL, synchronous=FULL).')
  }
}

/** The value of a setting, such as `user_version`. */
export function readPragma(database: DatabaseSync, name: string): unknown {
  return readFirstValue(database, `PRAGMA ${name}`)
}

/** The first value that a statement reads. */
export function readFirstValue(database: DatabaseSync, sql: string): unknown {
  const row = database.prepare(sql).get()
  return row && Object.values(row)[0]
}
