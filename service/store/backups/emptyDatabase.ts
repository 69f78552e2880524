import { existsSync } from 'node:fs'
import type { DatabaseSetting } from '../../settings/database.ts'
import { lastBackup } from '../sqlite/backup/lastBackup.ts'

const emptyText = 'The database is empty: it contains no project. Check that it is the right one.'
const documentedText = 'see "Backups" in docs/operating.md'

/** Shown by `/health`, which others may reach, so it names no file. */
export const emptyDatabaseInHealth = `${emptyText} The log names the last known backup. To restore it, ${documentedText}.`

/** Returns the log message: the last backup and how to restore it. */
export function emptyDatabaseInLog(database: DatabaseSetting | undefined): string {
  const backup = database?.engine === 'sqlite' ? lastBackup.read(database.file) : null
  if (!backup) return `${emptyText} There is no record of a backup. To restore one, ${documentedText}.`
  const sentence = `${emptyText} Its last backup is ${backup.file}, made at ${backup.at}`
  if (!existsSync(backup.file))
    return `${sentence}, which no longer exists. To restore another one, ${documentedText}.`
  return `${sentence}. To restore it, stop the service, run "linkwright restore ${backup.file}", and start it again. For details, ${documentedText}.`
}
