import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { moveDataFolder } from './moving.ts'
import { withFolder } from './folderError.ts'

/** What the default data folder depends on: `process.platform`, `process.env` and `os.homedir()`. */
export interface PlatformInfo {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
}

/** Thrown if other users of this computer can read the data folder. The message says what to do. */
export class FolderNotPrivateError extends Error {
  override name = 'FolderNotPrivate'
  constructor(folder: string) {
    super(`Other users can read ${folder}. Choose an empty folder, or make it private (chmod 700).`)
  }
}

/** Returns the platform's folder for app data. Both hosts share it, so each finds the other's links. */
export function defaultDataFolder({ platform, env, home }: PlatformInfo): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Linkwright')
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Linkwright', 'data')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'linkwright')
}

/**
 * Returns the default data folder. On Windows, first moves data of earlier versions out of the roaming
 * profile, which Windows copies between computers while SQLite may be writing.
 */
export function findDataFolder(platformInfo: PlatformInfo): string {
  const { platform, env, home } = platformInfo
  const folder = defaultDataFolder(platformInfo)
  if (platform !== 'win32') return folder
  return moveDataFolder(join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Linkwright'), folder)
}

/**
 * Creates the data folder, readable only by this user. Makes an existing folder private if it is empty; otherwise
 * throws `FolderNotPrivateError` unless it is private already. Throws `FolderUnusableError` if it can't be created.
 */
export function openDataFolder(folder: string): void {
  withFolder(folder, () => makePrivate(folder))
}

/**
 * Creates a folder in the data folder unless it exists. Throws `FolderUnusableError` if it can't be created or written to.
 */
export function openSubfolder(folder: string): void {
  withFolder(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  })
}

function makePrivate(folder: string): void {
  // Also throws if a file has this name.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Windows has no modes; folders in the user's profile are private by inheritance.
  if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return
  if (readdirSync(folder).length > 0) throw new FolderNotPrivateError(folder)
  chmodSync(folder, 0o700)
}
