import { join } from 'node:path'
import type { Backup } from '../../contract/app/calls/app/backups.ts'
import { hasRoom } from '../folder/freeSpace.ts'
import { describeBackup, createBackup, lastDailyBackupTime, removeUnfinished } from './backup.ts'
import type { BackupKind } from './backup.ts'
import type { Database } from './openDatabase.ts'
import { dayMs } from '../../contract/app/text/utcDay.ts'

/** Delay before a failed daily backup is due again. */
const retryMs = 60 * 60 * 1_000
/** Maximum library size in bytes for a backup at each app exit. Larger ones get only a daily backup. */
const maxQuickCopyBytes = 64 * 1_024 * 1_024

/** Makes backups of the library. Backups in `offered` are kept. */
export function createBackupSchedule(database: Database, folder: string) {
  const { sql, writable } = database
  const backupsFolder = join(folder, 'backups')
  removeUnfinished(backupsFolder)
  let lastBackupMs = lastDailyBackupTime(backupsFolder)
  let anyBackup = new AbortController()
  let manualBackup = new AbortController()
  const isWorthwhile = () => writable && hasLinks(database)
  /** Returns the backup's name; `null` if aborted. */
  const make = async (kind: BackupKind, offered: readonly string[], signal: AbortSignal) => {
    try {
      return await createBackup(sql, backupsFolder, { kind, offered, signal })
    } catch (error) {
      if (!signal.aborted) throw error
      return null
    }
  }
  const makeDaily = async (offered: readonly string[]) => {
    const startedMs = Date.now()
    lastBackupMs = startedMs - dayMs + retryMs
    if (!hasRoom(folder, 2 * databaseSize(database))) return
    if ((await make('daily', offered, anyBackup.signal)) !== null) lastBackupMs = startedMs
  }
  return {
    /** Whether there is anything to back up. */
    isWorthwhile,
    /** Makes the daily backup if it is due. */
    backUpIfDue: async (offered: readonly string[]) => {
      // Uses the absolute difference, so that a clock set back doesn't prevent the next backup.
      if (isWorthwhile() && Math.abs(Date.now() - lastBackupMs) >= dayMs) await makeDaily(offered)
    },
    /** Makes a final backup if that is quick. */
    backUpAtEnd: async (offered: readonly string[]) => {
      if (isWorthwhile() && databaseSize(database) <= maxQuickCopyBytes) await makeDaily(offered)
    },
    /** Makes a backup that the user requested; `null` if aborted. */
    backUpNow: async (offered: readonly string[]): Promise<Backup | 'no links' | 'no room' | null> => {
      if (!hasLinks(database)) return 'no links'
      if (!hasRoom(folder, 2 * databaseSize(database))) return 'no room'
      const { signal } = manualBackup
      const name = await make('manual', offered, AbortSignal.any([signal, anyBackup.signal]))
      return name === null ? null : describeBackup(backupsFolder, name)
    },
    /** Aborts `backUpNow`. */
    abandonNow: () => {
      manualBackup.abort()
      manualBackup = new AbortController()
    },
    /** Aborts any running backup because the app is closing. Incomplete backups are discarded. */
    abandon: () => {
      anyBackup.abort()
      anyBackup = new AbortController()
    },
  }
}

export function hasLinks({ sql }: Database): boolean {
  return sql.prepare('SELECT 1 FROM links LIMIT 1').get() !== undefined
}

function databaseSize({ sql }: Database): number {
  const row = sql
    .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
    .get()
  return Number(row?.['size'])
}
