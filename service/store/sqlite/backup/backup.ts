import { statSync } from 'node:fs'
import { startFile } from '../../backups/unfinishedFile.ts'
import { openConnection } from '../file/connection.ts'
import { writeCopy } from '../file/copyFile.ts'
import type { Inspection } from '../file/inspect.ts'

/** A finished backup that was read back and verified. */
export interface BackupResult extends Inspection {
  bytes: number
}

/**
 * Copies a consistent snapshot of a database into `target` while others read and write. The file gets its
 * name only after it is complete, verified and synced to disk. Throws if `target` exists or can't be written.
 */
export function backupSqlite(file: string, target: string): BackupResult {
  using unfinished = startFile(target)
  using database = openConnection(file)
  const contents = writeCopy(database, unfinished.path)
  unfinished.finish()
  return { ...contents, bytes: statSync(target).size }
}
