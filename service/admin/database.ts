import { existsSync } from 'node:fs'
import { formatDatabase, type DatabaseSetting } from '../settings/database.ts'
import { openExistingStore, openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { StoreDamagedError, StoreUnavailableError } from '../store/storeErrors.ts'
import { AdminError, type Access } from './command.ts'

/** A busy service commits continuously. Within this time, a command finds a gap between two commits. */
const timeoutMs = 60_000

/**
 * Opens a database and waits for its first answer, because a store opens without one. Rejects with
 * `InvalidSettingError`, or with an `AdminError` that names the database.
 */
export async function openDatabase(database: DatabaseSetting, access: Access): Promise<Store> {
  const open = access === 'create' ? openStore : openExistingStore
  const schema = access === 'read' || access === 'migrate' ? access : 'match'
  const store = await open(database, { timeoutMs, schema })
  try {
    await store.check()
    return store
  } catch (error) {
    await store.close()
    throw withDatabaseName(error, database)
  }
}

/** Whether opening the database would create it. An empty PostgreSQL database isn't checked for tables. */
export function isDatabaseMissing(database: DatabaseSetting): boolean {
  return database.engine === 'sqlite' && !existsSync(database.file)
}

/** Returns an error that names an unavailable database; any other error unchanged. */
export function withDatabaseName(error: unknown, database: DatabaseSetting): unknown {
  if (!(error instanceof StoreUnavailableError)) return error
  const databaseName = `The database ${formatDatabase(database)}`
  if (error instanceof StoreDamagedError) {
    return new AdminError(
      `${databaseName} is damaged (${error.message}). Restore the last backup; see docs/operating/backup.md.`,
    )
  }
  return new AdminError(
    database.engine === 'sqlite'
      ? `${databaseName} is unavailable (${error.message}). Check that its disk is writable and has space, and that no other program has locked it.`
      : `${databaseName} is unavailable (${error.message}). Check that it is running, that this computer can connect to it, and that its URL is right.`,
  )
}
