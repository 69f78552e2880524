import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { sqliteCode, sqliteCodes } from '../../../../sqlite/errors.ts'
import { StoreDamagedError } from '../../storeErrors.ts'
import { toStoreError } from '../errors.ts'
import { openFile } from '../../../../sqlite/file.ts'
import { rejectForeign } from './foreignFile.ts'

/** Long enough for an operator's command that is about to finish. */
const lockTimeoutMs = 2_000

/**
 * Opens a database exclusively until it is closed, even if damaged; returns `null` if there is none. Throws a
 * readable error if another process has it open or it belongs to another program.
 */
export function openExclusive(file: string): DatabaseSync | null {
  if (!existsSync(file)) return null
  const database = openFile(file, 'rw', { timeout: lockTimeoutMs })
  try {
    lock(database)
    rejectForeign(database)
    return database
  } catch (error) {
    if (toStoreError(error) instanceof StoreDamagedError) return database
    database.close()
    throw error
  }
}

/** Whether another process has the database open. */
export function isInUse(file: string): boolean {
  try {
    openExclusive(file)?.close()
    return false
  } catch (error) {
    if (error instanceof DatabaseInUseError) return true
    throw error
  }
}

class DatabaseInUseError extends Error {}

/** A process that has a database open in WAL mode holds a lock on it even when idle. */
function lock(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
  } catch (error) {
    if (sqliteCode(error) !== sqliteCodes.busy) throw error
    throw new DatabaseInUseError(
      'The database is in use. Stop the service and any other program that has it open.',
      {
        cause: error,
      },
    )
  }
}
