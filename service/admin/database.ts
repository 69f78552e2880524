import { existsSync } from 'node:fs'
import { shownDatabase } from '../settings/database.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import { openExistingStore, openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { StoreDamaged, StoreUnavailable } from '../store/unavailable.ts'
import { AdminError } from './command.ts'

// A busy service writes one commit after another, and the gaps between them are found by trying.
const timeoutMs = 60_000

/**
 * Opens a database and waits for its first answer, since a store opens without one. Rejects with `WrongSetting`, or
 * with an `AdminError` that names the database.
 */
export async function openDatabase(database: DatabaseSetting, missing: 'make' | 'refuse'): Promise<Store> {
  const open = missing === 'make' ? openStore : openExistingStore
  const store = await open(database, { timeoutMs, erasing: true })
  try {
    await store.check()
    return store
  } catch (error) {
    await store.close()
    throw namingDatabase(error, database)
  }
}

/** Whether opening the database would make it. Tables in an empty PostgreSQL database are not looked for. */
export function isMissing(database: DatabaseSetting): boolean {
  return database.engine === 'sqlite' && !existsSync(database.file)
}

/** The error for the operator when a database cannot do its work at the moment; any other error as it is. */
export function namingDatabase(error: unknown, database: DatabaseSetting): unknown {
  if (!(error instanceof StoreUnavailable)) return error
  const shown = `The database ${shownDatabase(database)}`
  if (error instanceof StoreDamaged) {
    return new AdminError(
      `${shown} is damaged (${error.message}). Restore its last backup; see docs/operating.md.`,
    )
  }
  return new AdminError(
    database.engine === 'sqlite'
      ? `${shown} cannot be used now (${error.message}). Check that its disk has space and can be written, and that no other program holds it.`
      : `${shown} does not answer (${error.message}). Check that it runs, that this computer reaches it, and that its URL is right.`,
  )
}
