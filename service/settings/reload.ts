import { isSameDatabase } from './database.ts'
import { readSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import type { Variables } from './variables.ts'
import { InvalidSettingError } from './settingErrors.ts'

/**
 * Reads the settings for a service that runs with `before`: files may have changed. Throws as `readSettings` does,
 * and for changes that need a restart.
 */
export function reloadSettings(variables: Variables, before: Settings): Settings {
  const settings = readSettings(variables)
  if (settings.host !== before.host || settings.port !== before.port)
    throw needsRestart('HOST or PORT changed')
  if (Boolean(settings.tls) !== Boolean(before.tls))
    throw needsRestart('TLS_CERT and TLS_KEY were added or removed')
  if (!isSameDatabase(settings.database, before.database))
    throw needsRestart('DATABASE_URL or LINKWRIGHT_DATA changed to another database')
  return settings
}

/** During a reload, processes with old and new settings share one port. */
function needsRestart(what: string): InvalidSettingError {
  return new InvalidSettingError(`${what}, which requires a restart of the service.`)
}
