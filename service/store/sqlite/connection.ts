import type { DatabaseSync } from 'node:sqlite'
import { openFile } from './file.ts'

/** Default time that a statement waits for another process writing to the same file. */
export const defaultTimeoutMs = 5_000

/**
 * Opens an existing database file with settings that sync every commit to disk. Throws if it can't be opened
 * or this SQLite build doesn't support those settings.
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
  // A write-ahead log that grew during a long read shrinks at the next checkpoint.
  database.exec('PRAGMA journal_size_limit = 67108864')
  const fullSynchronous = 2
  if (
    readPragma(database, 'journal_mode') !== 'wal' ||
    readPragma(database, 'synchronous') !== fullSynchronous
  ) {
    throw new Error(
      'This SQLite does not support the settings that make commits durable (WAL, synchronous=FULL).',
    )
  }
}

/**
 * Opens a connection and reads once with it. While it is open, closing another connection neither writes the log into
 * the file nor deletes it.
 */
export function openKeeper(file: string): DatabaseSync {
  const keeper = openFile(file, 'ro')
  readPragma(keeper, 'schema_version')
  return keeper
}

/** Returns the value of a pragma, such as `user_version`. */
export function readPragma(database: DatabaseSync, name: string): unknown {
  return readFirstValue(database, `PRAGMA ${name}`)
}

/** Returns the first value that a statement reads. */
export function readFirstValue(database: DatabaseSync, sql: string): unknown {
  const row = database.prepare(sql).get()
  return row && Object.values(row)[0]
}
