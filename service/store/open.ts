import { accessSync, constants } from 'node:fs'
import { shownDatabase } from '../settings/database.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import { WrongSetting } from '../settings/wrongSetting.ts'
import { openFault } from './openFault.ts'
import { openPostgresStore } from './postgres/store.ts'
import type { SqliteOptions } from './sqlite/options.ts'
import { openSqliteStore } from './sqlite/store.ts'
import type { Store } from './store.ts'

/**
 * Opens the database that the settings name; a SQLite file is made when it is not there. A PostgreSQL server that does
 * not answer is no failure yet, see `openPostgresStore`. Rejects with `WrongSetting` or `StartFault`.
 */
export async function openStore(database: DatabaseSetting, sqlite: SqliteOptions = {}): Promise<Store> {
  try {
    return database.engine === 'postgres'
      ? await openPostgresStore(database.url)
      : openSqliteStore(database.file, sqlite)
  } catch (error) {
    throw openFault(shownDatabase(database), error)
  }
}

/** As `openStore`, for work that makes sense only on a database that is there already. */
export async function openExistingStore(database: DatabaseSetting, sqlite?: SqliteOptions): Promise<Store> {
  if (database.engine === 'sqlite') refuseMissing(database)
  return await openStore(database, sqlite)
}

function refuseMissing(database: DatabaseSetting & { engine: 'sqlite' }): void {
  try {
    accessSync(database.file, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    const shown = shownDatabase(database)
    throw new WrongSetting(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is no database at ${shown}. Is its URL right, or LINKWRIGHT_DATA set as for the service?`
        : `The database ${shown} cannot be read and written (${code}). Run this as the user of the service.`,
    )
  }
}
