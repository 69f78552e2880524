import type { DatabaseSync } from 'node:sqlite'
import { openFile, readPragma } from '../../../../sqlite/file.ts'

const rowsAsArrays = { returnArrays: true }

/** Default time that a statement waits for another process writing to the same file. */
export const defaultTimeoutMs = 5_000
/** Options of a connection that waits for that long. */
export const waiting = { timeout: defaultTimeoutMs }

/**
 * Opens an existing database file with settings that sync every commit to disk. Throws if it can't be opened
 * or this SQLite build doesn't support those settings.
 */
export function openConnection(file: string, timeoutMs = defaultTimeoutMs): DatabaseSync {
  const database = openFile(file, 'rw', { ...rowsAsArrays, timeout: timeoutMs })
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
