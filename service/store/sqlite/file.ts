import { closeSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/*
 * The only module that may open a database file, its log (-wal) or its index (-shm). Closing any other descriptor drops
 * the process's locks, and the next program deletes the log (https://sqlite.org/howtocorrupt.html, 2.2).
 */

/** `rw`: read and write. `ro`: read. `still`: read a file that nothing writes, leaving no files beside it. */
export type Access = 'rw' | 'ro' | 'still'

/** Opens an existing database file, never creating it. Throws if it can't be opened. */
export function openFile(file: string, access: Access, timeoutMs = 0): DatabaseSync {
  const url = pathToFileURL(file)
  // https://sqlite.org/uri.html
  url.search = access === 'still' ? 'mode=ro&immutable=1' : `mode=${access}`
  const database = new DatabaseSync(url, { timeout: timeoutMs, returnArrays: true })
  // A file from elsewhere may contain views and triggers; untrusted, they can't call functions with side
  // effects.
  database.exec('PRAGMA trusted_schema = OFF')
  return database
}

/**
 * Creates an empty file that is private to its user, replacing an existing one. No connection to it may be
 * open.
 */
export function createEmptyFile(file: string): void {
  rmSync(file, { force: true })
  closeSync(openSync(file, 'wx', 0o600))
}
