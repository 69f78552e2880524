import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { formatDatabase, type DatabaseSetting } from '../../settings/database.ts'
import { firstIdAt } from '../../random/identity.ts'
import { InvalidSettingError, StartError } from '../../settings/settingErrors.ts'
import { findLastBackup, findLastRestoreTest } from '../../store/backups/backups.ts'
import { databaseMove } from '../../store/sqlite/backup/lastBackup.ts'
import { findQuickError } from '../../store/sqlite/file/inspect.ts'
import type { Store } from '../../store/store.ts'
import { StoreUnavailableError } from '../../store/storeErrors.ts'
import { readAuditPages } from '../auditLog.ts'
import { AdminError } from '../command.ts'
import { isDatabaseMissing } from '../database.ts'
import { commandPrefix } from '../help.ts'
import { fail, ok, warn, type CheckResult } from './checkResult.ts'
import { checkDomains } from './domains.ts'

/** Tolerated difference between the clocks of two computers. */
const maxClockSkewMs = 60_000

/**
 * Checks that the database is available, has the current schema and isn't empty. Also checks the clock, shared domains and
 * the last backup. A project is suggested only if the service uses this database.
 */
export async function checkDatabase(
  setting: DatabaseSetting,
  open: () => Promise<Store>,
  { isServiceDatabase, linkOrigin }: { isServiceDatabase: boolean; linkOrigin: string | null },
): Promise<CheckResult[]> {
  if (isDatabaseMissing(setting)) {
    const advice = isServiceDatabase ? `Create it: ${commandPrefix} project create NAME` : otherDatabaseAdvice
    return [warn('database', `${formatDatabase(setting)} does not exist yet.`, advice)]
  }
  try {
    const store = await open()
    return [
      await inspectDatabase(setting, store, isServiceDatabase),
      await checkClock(store),
      ...(await checkDomains(store.terms, linkOrigin)),
      ...(await checkBackup(setting, store)),
    ]
  } catch (error) {
    if (!isExpected(error)) throw error
    return [fail('database', error.message, 'See "When something is wrong" in docs/operating.md.')]
  }
}

function isExpected(error: unknown): error is Error {
  return [StoreUnavailableError, InvalidSettingError, StartError, AdminError].some(
    (kind) => error instanceof kind,
  )
}

/** Creating a project here would help no one. */
const otherDatabaseAdvice = 'Nothing, if the service uses another database.'

async function inspectDatabase(
  setting: DatabaseSetting,
  store: Store,
  isServiceDatabase: boolean,
): Promise<CheckResult> {
  const error = setting.engine === 'sqlite' ? findQuickError(setting.file) : null
  if (error !== null) {
    return fail('database', `The database is damaged (${error}).`, 'Restore the last backup soon.')
  }
  const { empty, olderSchema } = await store.check()
  if (olderSchema && !empty) {
    const { version, current } = olderSchema
    const message = `${formatDatabase(setting)} is available, with schema ${version}. This release uses schema ${current}.`
    return warn(
      'database',
      message,
      'Start the service of this release, which migrates it, or go on with the earlier release.',
    )
  }
  const message = `${formatDatabase(setting)} is available${olderSchema ? '' : ', and its schema is current'}.`
  if (!empty) return ok('database', message)
  const advice = isServiceDatabase
    ? `If this is the right database, create a project: ${commandPrefix} project create NAME`
    : otherDatabaseAdvice
  return warn('database', `${message} It contains no project.`, advice)
}

/** Finds a clock that was set back: it is behind the latest stored time. */
async function checkClock(store: Store): Promise<CheckResult> {
  const now = new Date()
  const times = (await store.listProjects()).map(({ createdAt }) => createdAt)
  for await (const entries of readAuditPages(store)) times.push(entries.at(-1)?.at ?? 0)
  const [futureLink] = await store.scanLinks(firstIdAt(now.getTime() + maxClockSkewMs), 1)
  if (futureLink) times.push(futureLink.createdAt)
  const latest = times.reduce((max, time) => Math.max(max, time), 0)
  const message = `The clock says ${now.toISOString()}`
  if (latest <= now.getTime() + maxClockSkewMs) return ok('clock', `${message}, later than all stored times.`)
  return fail(
    'clock',
    `${message}, but the database has entries from ${new Date(latest).toISOString()}.`,
    'Set the clock, by NTP if possible, and restart the service.',
  )
}

const hourMs = 3_600_000
/** Two nights. */
const maxBackupAgeMs = 48 * hourMs

/** Checks that there is a recent backup, and reports when the last one was restored as a test. */
async function checkBackup(setting: DatabaseSetting, store: Store): Promise<CheckResult[]> {
  const move = setting.engine === 'sqlite' ? databaseMove.read(setting.file) : null
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
