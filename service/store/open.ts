import { accessSync, constants } from 'node:fs'
import { formatDatabase } from '../settings/database.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import { StartError, InvalidSettingError } from '../settings/settingErrors.ts'
import { openPostgresStore } from './postgres/store.ts'
import type { SqliteOptions } from './sqlite/options.ts'
import { openSqliteStore } from './sqlite/store.ts'
import type { Store } from './store.ts'

/**
 * Opens the database that the settings name; a SQLite file is made when it is not there. A PostgreSQL server that does
 * not answer is no failure yet, see `openPostgresStore`. Rejects with `InvalidSettingError` or `StartError`.
 */
export async function openStore(database: DatabaseSetting, sqlite: SqliteOptions = {}): Promise<Store> {
  try {
    return database.engine === 'postgres'
      ? await openPostgresStore(database.url)
      : openSqliteStore(database.file, sqlite)
  } catch (error) {
    throw toOpenError(formatDatabase(database), error)
  }
}

/** What the system says of a place that was named wrongly, or that the service's user was not given. */
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
/** SQLite's code for a file that is no database (https://sqlite.org/rescode.html). */
const notADatabase = 26

/** Why a database cannot be opened: wrongly set, or for a reason that may pass, such as a full disk. */
function toOpenError(shown: string, error: unknown): InvalidSettingError | StartError {
  const sentence = `The database ${shown} cannot be opened: ${(error as Error).message}`
  return isMisconfigured(error) ? new InvalidSettingError(sentence) : new StartError(sentence)
}

/** What the stores themselves refuse, such as the tables of another program, has no code. */
function isMisconfigured(error: unknown): boolean {
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  if (typeof errcode === 'number') return (errcode & 0xff) === notADatabase
  return code === undefined || misconfiguredCodes.has(code)
}

/** As `openStore`, for work that makes sense only on a database that is there already. */
export async function openExistingStore(database: DatabaseSetting, sqlite?: SqliteOptions): Promise<Store> {
  if (database.engine === 'sqlite') rejectMissing(database)
  return await openStore(database, sqlite)
}

function rejectMissing(database: DatabaseSetting & { engine: 'sqlite' }): void {
  try {
    accessSync(database.file, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    const databaseName = formatDatabase(database)
    throw new InvalidSettingError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is no database at ${databaseName}. Is its URL right, or LINKWRIGHT_DATA set as for the service?`
        : `The database ${databaseName} cannot be read and written (${code}). Run this as the user of the service.`,
    )
  }
}
