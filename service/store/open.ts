import { accessSync, constants } from 'node:fs'
import { sqliteCode, sqliteCodes } from '../../sqlite/errors.ts'
import { formatDatabase, type DatabaseSetting } from '../settings/database.ts'
import { StartError, InvalidSettingError } from '../settings/settingErrors.ts'
import { openPostgresStore } from './postgres/store.ts'
import { databaseMove } from './sqlite/backup/lastBackup.ts'
import { type SqliteOptions, openSqliteStore } from './sqlite/store.ts'
import type { Store } from './store.ts'

/**
 * Opens the configured database and, unless told otherwise, migrates it; creates a missing SQLite file. An unreachable PostgreSQL server is not an
 * error yet, see `openPostgresStore`. Rejects with `InvalidSettingError` or `StartError`.
 */
export async function openStore(database: DatabaseSetting, options: SqliteOptions = {}): Promise<Store> {
  try {
    // A service uses the file again, so it was not moved for good.
    if (database.engine === 'sqlite' && (options.schema ?? 'migrate') === 'migrate')
      databaseMove.forget(database.file)
    return database.engine === 'postgres'
      ? await openPostgresStore(database.url, { schema: options.schema })
      : openSqliteStore(database.file, options)
  } catch (error) {
    throw toOpenError(formatDatabase(database), error)
  }
}

/** System errors for a wrong path, or one that the service's user can't access. */
const misconfiguredCodes = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
])

/** Returns an error that says why a database can't be opened: a wrong setting, or a temporary problem such as a full disk. */
function toOpenError(databaseName: string, error: unknown): InvalidSettingError | StartError {
  const sentence = `The database ${databaseName} cannot be opened: ${(error as Error).message}`
  return isMisconfigured(error) ? new InvalidSettingError(sentence) : new StartError(sentence)
}

/** Errors of the stores themselves, such as for another program's tables, have no code. */
function isMisconfigured(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  const fromSqlite = sqliteCode(error)
  if (fromSqlite !== null) return fromSqlite === sqliteCodes.notADatabase
  return code === undefined || misconfiguredCodes.has(code)
}

/** Like `openStore`, for commands that need an existing database. */
export async function openExistingStore(database: DatabaseSetting, options?: SqliteOptions): Promise<Store> {
  if (database.engine === 'sqlite') rejectMissing(database)
  return await openStore(database, options)
}

function rejectMissing(database: DatabaseSetting & { engine: 'sqlite' }): void {
  try {
    accessSync(database.file, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    const databaseName = formatDatabase(database)
    throw new InvalidSettingError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is no database at ${databaseName}. Check that DATABASE_URL or LINKWRIGHT_DATA is set as for the service.`
        : `The database ${databaseName} cannot be read and written (${code}). Run this command as the user of the service.`,
    )
  }
}
