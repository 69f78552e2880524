import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/*
 * In the service, the only module that may open a database file, its log (-wal) or its index (-shm). Closing any other
 * descriptor drops the process's locks, and the next program deletes the log (https://sqlite.org/howtocorrupt.html, 2.2).
 */

/** `rw`: read and write. `ro`: read. `still`: read a file that nothing writes, leaving no files beside it. */
export type Access = 'rw' | 'ro' | 'still'

/** Opens an existing database of unknown origin, never creating one. Throws if it can't be opened. */
export function openFile(file: string, access: Access, options: DatabaseSyncOptions = {}): DatabaseSync {
  const url = pathToFileURL(file)
  // https://sqlite.org/uri.html
  url.search = access === 'still' ? 'mode=ro&immutable=1' : `mode=${access}`
  const database = new DatabaseSync(url, options)
  // A file from elsewhere may contain views and triggers; untrusted, they can't call functions with side
  // effects.
  database.exec('PRAGMA trusted_schema = OFF')
  return database
}

/** Opens a database like `openFile`, and closes it after reading. */
export function withFile<T>(
  file: string,
  access: Access,
  read: (database: DatabaseSync) => T,
  options?: DatabaseSyncOptions,
): T {
  using database = openFile(file, access, options)
  return read(database)
}

/**
 * Creates an empty file that is private to its user, replacing an existing one. No connection to it may be
 * open.
 */
export function createEmptyFile(file: string): void {
  rmSync(file, { force: true })
  closeSync(openSync(file, 'wx', 0o600))
}

/** For a folder, this makes the names in it durable if the system supports that (Windows doesn't). */
export function syncToDisk(path: string): void {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const handle = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Returns 0 for a missing file or a dangling symbolic link. */
export function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Returns the first value that a statement reads. */
export function readFirstValue(database: DatabaseSync, sql: string): unknown {
  const row = database.prepare(sql).get()
  return row && Object.values(row)[0]
}

/** Returns the value of a pragma, such as `user_version`. */
export function readPragma(database: DatabaseSync, name: string): unknown {
  return readFirstValue(database, `PRAGMA ${name}`)
}

/** Returns the versions of a database, by which its log is recognized: `still` without the log, `ro` with it. */
export function readVersions(file: string, access: 'still' | 'ro', options?: DatabaseSyncOptions) {
  const names = ['schema_version', 'user_version', 'page_count'] as const
  return withFile(
    file,
    access,
    (database) => {
      const [schema = 0, user = 0, pages = 0] = names.map((name) => Number(readPragma(database, name)))
      return { schema, user, pages }
    },
    options,
  )
}
