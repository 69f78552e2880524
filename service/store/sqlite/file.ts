import { closeSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/*
 * The one door to database files. Nothing else opens one, its log (-wal) or its index (-shm), not even to look: closing any
 * descriptor of a file drops all POSIX locks that the process holds on it, and the next program that reads the database
 * takes the log for nobody's and deletes it, with every link in it (https://sqlite.org/howtocorrupt.html, 2.2).
 */

/** `rw`: to read and write. `ro`: to read. `still`: to read what nobody is writing, leaving no trace beside it. */
export type Access = 'rw' | 'ro' | 'still'

/** Opens a database file that is there, never making it. Throws when it cannot be opened. */
export function openFile(file: string, access: Access, timeoutMs = 0): DatabaseSync {
  const url = pathToFileURL(file)
  // https://sqlite.org/uri.html
  url.search = access === 'still' ? 'mode=ro&immutable=1' : `mode=${access}`
  const database = new DatabaseSync(url, { timeout: timeoutMs, returnArrays: true })
  // A file from elsewhere may hold views and triggers; without trust they cannot call functions that have side effects.
  database.exec('PRAGMA trusted_schema = OFF')
  return database
}

/** Opens an empty database in memory. */
export function openMemory(): DatabaseSync {
  return new DatabaseSync(':memory:', { returnArrays: true })
}

/** Makes an empty file that is private to its user, over one that is there. No connection may be open to it. */
export function makeEmpty(file: string): void {
  rmSync(file, { force: true })
  closeSync(openSync(file, 'wx', 0o600))
}
