import type { DatabaseSetting } from '../../settings/database.ts'
import { lastBackup } from '../sqlite/backup/lastBackup.ts'
import type { Store } from '../store.ts'

/** Actions in the audit log of a PostgreSQL database. They are recorded after the backup was verified, or restored as a test. */
export const backupActs = { verified: 'backup verified', restored: 'backup restored' } as const

export interface BackupRecord {
  file: string
  at: string
  /** The computer that has the file; `null` for this one. */
  host: string | null
}

/** Returns the last verified backup of a database; `null` if there is no record. */
export async function findLastBackup(
  database: DatabaseSetting,
  store: Pick<Store, 'auditLog'>,
): Promise<BackupRecord | null> {
  if (database.engine === 'postgres') return await findBackupEntry(store, backupActs.verified)
  const backup = lastBackup.read(database.file)
  return backup && { ...backup, host: null }
}

/** Returns the last backup that was restored as a test, of a PostgreSQL database. */
export function findLastRestoreTest(store: Pick<Store, 'auditLog'>): Promise<BackupRecord | null> {
  return findBackupEntry(store, backupActs.restored)
}

/** `copy` also copies the entries about backups of the source, which are none of this database. */
async function findBackupEntry(
  { auditLog }: Pick<Store, 'auditLog'>,
  act: string,
): Promise<BackupRecord | null> {
  const [entry, copy] = await Promise.all([auditLog.findLast(act), auditLog.findLast('copy')])
  if (!entry || entry.id <= (copy?.id ?? -1)) return null
  const { file } = JSON.parse(entry.what) as { file: string }
  return { file, at: new Date(entry.at).toISOString(), host: entry.host }
}
