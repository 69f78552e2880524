import { sameDatabase } from './database.ts'
import { readSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import type { Variables } from './variables.ts'
import { WrongSetting } from './wrongSetting.ts'

/**
 * Reads the settings for a service that runs with `before`: what is in files may have changed. Throws as `readSettings` does,
 * and for what takes a restart.
 */
export function readSettingsAgain(variables: Variables, before: Settings): Settings {
  const settings = readSettings(variables)
  if (settings.host !== before.host || settings.port !== before.port)
    throw takesRestart('HOST or PORT says another address')
  if (Boolean(settings.tls) !== Boolean(before.tls))
    throw takesRestart('TLS_CERT and TLS_KEY were set or left out')
  if (!sameDatabase(settings.database, before.database))
    throw takesRestart('DATABASE_URL or LINKWRIGHT_DATA names another database')
  return settings
}

/** Processes with the old settings and with the new ones would serve side by side, on one port. */
function takesRestart(what: string): WrongSetting {
  return new WrongSetting(`${what}, which takes a restart of the service.`)
}
