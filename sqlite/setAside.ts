import { renameSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/** Returns the name of a file that is set aside: `library.damaged-2026-11-22T08-15-00-123Z.db`. */
export function asideName(file: string, reason: string): string {
  const extension = extname(file)
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  return `${basename(file, extension)}.${reason}-${stamp}${extension}`
}

/**
 * Renames a database's write-ahead log and returns its new name. The database must be closed. SQLite can rebuild the
 * log's index.
 */
export function setLogAside(file: string, reason: string): string {
  const newName = `${asideName(file, reason)}-wal`
  renameSync(`${file}-wal`, join(dirname(file), newName))
  rmSync(`${file}-shm`, { force: true })
  return newName
}
