import { existsSync } from 'node:fs'
import { formatDatabase } from '../../settings/database.ts'
import type { DatabaseSetting } from '../../settings/database.ts'
import { InvalidSettingError, StartError } from '../../settings/settingErrors.ts'
import { readLastBackup } from '../../store/sqlite/lastBackup.ts'
import { findQuickError } from '../../store/sqlite/quickCheck.ts'
import type { Store } from '../../store/store.ts'
import { StoreUnavailableError } from '../../store/storeErrors.ts'
import { readActPages } from '../acts.ts'
import { AdminError } from '../command.ts'
import { isDatabaseMissing } from '../database.ts'
import { commandPrefix } from '../help.ts'
import type { CheckResult } from './checkResult.ts'
import { checkDomains } from './domains.ts'

const hourMs = 3_600_000
/** Two nights. */
const oldBackupMs = 48 * hourMs
/** Maximum difference between the clocks of two computers. */
const maxClockSkewMs = 60_000

interface DatabaseUse {
  /** Whether the service uses it. A project is created only there. */
  isOfService: boolean
  /** Origin of links whose project has none, if the settings define it. */
  linkOrigin: string | null
}

/**
 * Checks that the database answers, has this version and isn't empty; also compares the clock with its rows, and looks for
 * domains that projects share.
 */
export async function checkDatabase(
  setting: DatabaseSetting,
  open: () => Promise<Store>,
  { isOfService, linkOrigin }: DatabaseUse,
): Promise<CheckResult[]> {
  const databaseName = formatDatabase(setting)
  if (isDatabaseMissing(setting)) {
    const says = `There is no database at ${databaseName} yet.`
    const todo = isOfService ? `"${commandPrefix} project create NAME" makes it.` : otherDatabaseAdvice
    return [{ check: 'database', state: 'warn', says, do: todo }]
  }
  try {
    const store = await open()
    return [
      await inspectDatabase(setting, store, isOfService),
      await checkClock(store),
      ...(await checkDomains(store.terms, linkOrigin)),
      ...checkBackup(setting),
    ]
  } catch (error) {
    if (!isExpected(error)) throw error
    return [
      {
        check: 'database',
        state: 'fail',
        says: error.message,
        do: 'See "When something is wrong" in docs/operating.md.',
      },
    ]
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
  isOfService: boolean,
): Promise<CheckResult> {
  const error = setting.engine === 'sqlite' ? findQuickError(setting.file) : null
  if (error !== null) {
    return {
      check: 'database',
      state: 'fail',
      says: `It is damaged (${error}).`,
      do: 'Restore its last backup soon.',
    }
  }
  const { empty } = await store.check()
  const says = `${formatDatabase(setting)} answers, and its schema is of this version.`
  if (!empty) return { check: 'database', state: 'ok', says }
  const todo = isOfService
    ? `"${commandPrefix} project create NAME" makes the first one, if this is the right database.`
    : otherDatabaseAdvice
  return { check: 'database', state: 'warn', says: `${says} It has no project.`, do: todo }
}

/** A clock that was set back is behind the last written time. */
async function checkClock(store: Store): Promise<CheckResult> {
  const now = new Date()
  const times = (await store.listProjects()).map(({ createdAt }) => createdAt)
  for await (const acts of readActPages(store)) times.push(acts.at(-1)?.at ?? 0)
  const last = times.reduce((latest, time) => Math.max(latest, time), 0)
  if (last <= now.getTime() + maxClockSkewMs) {
    return {
      check: 'clock',
      state: 'ok',
      says: `It is ${now.toISOString()}, after all that was written down.`,
    }
  }
  const says = `It is ${now.toISOString()}, and the database has entries of ${new Date(last).toISOString()}.`
  return {
    check: 'clock',
    state: 'fail',
    says,
    do: 'Set the clock, by NTP if possible, and restart the service.',
  }
}

function checkBackup(setting: DatabaseSetting): CheckResult[] {
  if (setting.engine !== 'sqlite') return []
  const last = readLastBackup(setting.file)
  const todo = 'Enable linkwright-backup.timer; see docs/operating/backup.md.'
  if (!last) return [{ check: 'backup', state: 'warn', says: 'No backup is known.', do: todo }]
  const says = `The last one is ${last.file}, of ${last.at}.`
  if (!existsSync(last.file))
    return [{ check: 'backup', state: 'warn', says: `${says} It is not there now.`, do: todo }]
  return Date.now() - Date.parse(last.at) > oldBackupMs
    ? [{ check: 'backup', state: 'warn', says, do: todo }]
    : [{ check: 'backup', state: 'ok', says }]
}
