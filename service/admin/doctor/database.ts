import { existsSync } from 'node:fs'
import { shownDatabase } from '../../settings/database.ts'
import type { DatabaseSetting } from '../../settings/database.ts'
import { WrongSetting, StartFault } from '../../settings/wrongSetting.ts'
import { readLastBackup } from '../../store/sqlite/lastBackup.ts'
import { quickFault } from '../../store/sqlite/quickCheck.ts'
import type { Store } from '../../store/store.ts'
import { StoreUnavailable } from '../../store/unavailable.ts'
import { pagesOfActs } from '../acts.ts'
import { AdminError } from '../command.ts'
import { isMissing } from '../database.ts'
import { call } from '../help.ts'
import type { Finding } from './finding.ts'

const hourMs = 3_600_000
/** Two nights. */
const oldBackupMs = 48 * hourMs
/** By which the clocks of two computers may differ. */
const clocksDifferMs = 60_000

/** Whether the database answers, is of this version and holds anything; with it, what its rows say of the clock. */
export async function checkDatabase(
  setting: DatabaseSetting,
  open: () => Promise<Store>,
): Promise<Finding[]> {
  const shown = shownDatabase(setting)
  if (isMissing(setting)) {
    const says = `There is no database at ${shown} yet.`
    return [{ check: 'database', state: 'warn', says, do: `"${call} project create NAME" makes it.` }]
  }
  try {
    const store = await open()
    return [await lookInto(setting, store), await checkClock(store), ...checkBackup(setting)]
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
  return [StoreUnavailable, WrongSetting, StartFault, AdminError].some((kind) => error instanceof kind)
}

async function lookInto(setting: DatabaseSetting, store: Store): Promise<Finding> {
  const fault = setting.engine === 'sqlite' ? quickFault(setting.file) : null
  if (fault !== null) {
    return {
      check: 'database',
      state: 'fail',
      says: `It is damaged (${fault}).`,
      do: 'Restore its last backup soon.',
    }
  }
  const { empty } = await store.check()
  const says = `${shownDatabase(setting)} answers, and its schema is of this version.`
  if (!empty) return { check: 'database', state: 'ok', says }
  const todo = `"${call} project create NAME" makes the first one, if this is the right database.`
  return { check: 'database', state: 'warn', says: `${says} It has no project.`, do: todo }
}

/** A clock that was set back is behind what was written down last. */
async function checkClock(store: Store): Promise<Finding> {
  const now = new Date()
  const times = (await store.listProjects()).map(({ createdAt }) => createdAt)
  for await (const acts of pagesOfActs(store)) times.push(acts.at(-1)?.at ?? 0)
  const last = times.reduce((latest, time) => Math.max(latest, time), 0)
  if (last <= now.getTime() + clocksDifferMs) {
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

function checkBackup(setting: DatabaseSetting): Finding[] {
  if (setting.engine !== 'sqlite') return []
  const last = readLastBackup(setting.file)
  const todo = 'Enable linkwright-backup.timer; see "Backups" in docs/operating.md.'
  if (!last) return [{ check: 'backup', state: 'warn', says: 'No backup is known.', do: todo }]
  const says = `The last one is ${last.file}, of ${last.at}.`
  if (!existsSync(last.file))
    return [{ check: 'backup', state: 'warn', says: `${says} It is not there now.`, do: todo }]
  return Date.now() - Date.parse(last.at) > oldBackupMs
    ? [{ check: 'backup', state: 'warn', says, do: todo }]
    : [{ check: 'backup', state: 'ok', says }]
}
