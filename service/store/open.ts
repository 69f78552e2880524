import { existsSync } from 'node:fs'
import { sqliteUrl } from '../settings/database.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import { WrongSetting } from '../settings/wrongSetting.ts'
import { openSqliteStore } from './sqlite/store.ts'
import type { Store } from './store.ts'

/** Opens the database that the settings name, and makes it when it is not there. Throws `WrongSetting`. */
export function openStore({ file }: DatabaseSetting): Store {
  try {
    return openSqliteStore(file)
  } catch (error) {
    throw new WrongSetting(`The database ${sqliteUrl(file)} cannot be opened: ${(error as Error).message}`)
  }
}

/** As `openStore`, for work that makes sense only on a database that is there already. */
export function openExistingStore(database: DatabaseSetting): Store {
  if (!existsSync(database.file)) {
    throw new WrongSetting(`There is no database at ${sqliteUrl(database.file)}. Is DATABASE_URL right?`)
  }
  return openStore(database)
}
