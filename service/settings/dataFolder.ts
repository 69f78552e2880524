import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { readVariable, type Variables } from './variables.ts'
import { InvalidSettingError } from './settingErrors.ts'

/** Returns the folder of the service's database: `LINKWRIGHT_DATA`, or the system's data folder. */
export function findDataFolder(variables: Variables, platform: NodeJS.Platform = process.platform): string {
  const folder = readVariable(variables, 'LINKWRIGHT_DATA')
  if (folder === undefined) return defaultFolder(variables, platform)
  // A folder may have any name, but a URL or several lines must belong to another setting.
  if (/\n|:\/\//.test(folder)) throw new InvalidSettingError('LINKWRIGHT_DATA must be the path of a folder.')
  return resolve(folder)
}

function defaultFolder(variables: Variables, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/Linkwright/service')
  if (platform === 'win32') {
    return join(variables['LOCALAPPDATA'] ?? join(homedir(), 'AppData/Local'), 'Linkwright/service')
  }
  return join(variables['XDG_DATA_HOME'] ?? join(homedir(), '.local/share'), 'linkwright/service')
}
