import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import type { DatabaseSetting } from '../../settings/database.ts'
import { findLastBackup, findLastRestoreTest } from '../../store/backups/backups.ts'
import { readMove } from '../../store/sqlite/backup/lastBackup.ts'
import type { Store } from '../../store/store.ts'
import { commandPrefix } from '../help.ts'
import { ok, warn, type CheckResult } from './checkResult.ts'

const hourMs = 3_600_000
/** Two nights. */
const maxBackupAgeMs = 48 * hourMs

/** Checks that there is a recent backup, and reports when the last one was restored as a test. */
export async function checkBackup(setting: DatabaseSetting, store: Store): Promise<CheckResult[]> {
  const move = setting.engine === 'sqlite' ? readMove(setting.file) : null
  if (move) {
    const message = `This database was moved to ${move.to} at ${move.at}, and is no longer backed up.`
    return [warn('backup', message, 'Let the service and this command use the new database.')]
  }
  const timer = setting.engine === 'sqlite' ? 'linkwright-backup.timer' : 'linkwright-pg-backup.timer'
  const advice = `Enable ${timer}; see docs/operating/backup.md.`
  const backup = await findLastBackup(setting, store)
  if (!backup) return [warn('backup', 'There is no record of a backup.', advice)]
  const restoreTest = setting.engine === 'postgres' ? await describeRestoreTest(store) : ''
  const message = `The last backup is ${backup.file}, made at ${backup.at}.${restoreTest}`
  const isHere = backup.host === null || backup.host === hostname()
  if (isHere && !existsSync(backup.file))
    return [warn('backup', `${message} The file no longer exists.`, advice)]
  const isOld = Date.now() - Date.parse(backup.at) > maxBackupAgeMs
  return [isOld ? warn('backup', message, advice) : ok('backup', message)]
}

async function describeRestoreTest(store: Store): Promise<string> {
  const test = await findLastRestoreTest(store)
  if (!test) return ` None was restored as a test yet: ${commandPrefix} backup test FILE.`
  return ` The last one restored as a test is ${test.file}, at ${test.at}.`
}
