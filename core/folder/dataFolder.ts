import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { moveDataFolder } from './moving.ts'
import { withFolder } from './folderError.ts'

/** What the place of the data folder depends on: `process.platform`, `process.env` and `os.homedir()`. */
export interface PlatformInfo {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
}

/** Rejects a data folder that other users of this computer can read. The message says what to do. */
export class FolderNotPrivateError extends Error {
  override name = 'FolderNotPrivate'
  constructor(folder: string) {
    super(`Other users can read ${folder}. Choose an empty folder, or make it private (chmod 700).`)
  }
}

/** Where this platform keeps an app's data: the same folder for both hosts, so that each finds the links of the other. */
export function defaultDataFolder({ platform, env, home }: PlatformInfo): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Linkwright')
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Linkwright', 'data')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'linkwright')
}

/**
 * Returns the usual data folder. On Windows it moves there what earlier versions kept in the roaming profile, which Windows copies
 * between computers while SQLite may write to it.
 */
export function findDataFolder(surroundings: PlatformInfo): string {
  const { platform, env, home } = surroundings
  const folder = defaultDataFolder(surroundings)
  if (platform !== 'win32') return folder
  return moveDataFolder(join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Linkwright'), folder)
}

/**
 * Makes the data folder, for this user's eyes alone. A folder that is there already is closed to others only when it is
 * empty: what is in it may be meant for them, so then it throws `FolderNotPrivateError`; and `FolderUnusableError` where none can be.
 */
export function openDataFolder(folder: string): void {
  withFolder(folder, () => makePrivate(folder))
}

function makePrivate(folder: string): void {
  // A file in its place is refused by this as well.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Windows has no modes; a folder below the user's profile is private by inheritance.
  if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return
  if (readdirSync(folder).length > 0) throw new FolderNotPrivateError(folder)
  chmodSync(folder, 0o700)
}
