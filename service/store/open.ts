import { existsSync } from 'node:fs'
import { shownDatabase } from '../settings/database.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import { WrongSetting } from '../settings/wrongSetting.ts'
import { openPostgresStore } from './postgres/store.ts'
import { openSqliteStore } from './sqlite/store.ts'
import type { Store } from './store.ts'

/**
 * Opens the database that the settings name; a SQLite file is made when it is not there. A PostgreSQL server that does
 * not answer is no failure yet, see `openPostgresStore`. `patienceMs` is how long a write waits for other processes on one
 * SQLite file. Rejects with `WrongSetting`.
 */
export async function openStore(database: DatabaseSetting, patienceMs?: number): Promise<Store> {
  try {
    return database.engine === 'postgres'
      ? await openPostgresStore(database.url)
      : openSqliteStore(database.file, { patienceMs })
  } catch (error) {
    throw new WrongSetting(
      `The database ${shownDatabase(database)} cannot be opened: ${(error as Error).message}`,
    )
  }
}

/** As `openStore`, for work that makes sense only on a database that is there already. */
export async function openExistingStore(database: DatabaseSetting, patienceMs?: number): Promise<Store> {
  if (database.engine === 'sqlite' && !existsSync(database.file)) {
    throw new WrongSetting(`There is no database at ${shownDatabase(database)}. Is its URL right?`)
  }
  return await openStore(database, patienceMs)
}
