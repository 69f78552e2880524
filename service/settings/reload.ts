import { isSameDatabase } from './database.ts'
import { readSettings, type Settings } from './settings.ts'
import type { Variables } from './variables.ts'
import { InvalidSettingError } from './settingErrors.ts'

/**
 * Reads the settings for a service that runs with `current`: files may have changed. Throws as `readSettings` does,
 * and for changes that need a restart.
 */
export function reloadSettings(variables: Variables, current: Settings): Settings {
  const settings = readSettings(variables)
  if (settings.host !== current.host || settings.port !== current.port)
    throw restartNeededError('HOST or PORT changed')
  if (Boolean(settings.tls) !== Boolean(current.tls))
    throw restartNeededError('TLS_CERT and TLS_KEY were added or removed')
  if (!isSameDatabase(settings.database, current.database))
    throw restartNeededError('DATABASE_URL or LINKWRIGHT_DATA changed to another database')
  return settings
}

/** During a reload, processes with old and new settings share one port. */
function restartNeededError(change: string): InvalidSettingError {
  return new InvalidSettingError(`${change}, which requires a restart of the service.`)
}
