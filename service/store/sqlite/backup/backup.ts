import { rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { finishFile, startFile } from '../../backups/unfinishedFile.ts'
import { openConnection } from '../file/connection.ts'
import { syncToDisk, writeCopy } from '../file/copyFile.ts'
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
  const temporaryFile = startFile(target)
  try {
    using database = openConnection(file)
    const contents = writeCopy(database, temporaryFile)
    finishFile(temporaryFile, target)
    syncToDisk(dirname(target))
    return { ...contents, bytes: statSync(target).size }
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}
