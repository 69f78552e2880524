import type { UpdateResources } from './feed.ts'

/** How this copy of the app was installed. */
export interface Installation extends UpdateResources {
  platform: NodeJS.Platform
  packaged: boolean
  env: NodeJS.ProcessEnv
  /** Whether Windows has the copy from our own installer, which updates itself; only checked on Windows. */
  ownInstaller: boolean
  /** Whether the platform accepts updates of an app with this signature; only checked on macOS. */
  signed: boolean
  /** Why an administrator forbids updates. */
  forbidden: string | null
}

/** Returns why this copy of the app can't update itself; `null` if it can. */
export function findUpdateObstacle({
  feed,
  packageType,
  packaged,
  ownInstaller,
  signed,
  forbidden,
  ...rest
}: Installation): string | null {
  if (!packaged) return 'This copy runs from its source code.'
  if (feed === null) return 'This build has no address for updates.'
  // An AppImage is verified only by the checksum in the feed.
  if (URL.parse(feed)?.protocol !== 'https:') return 'The address for updates in this build isn’t https.'
  if (packageType !== null) return 'The system’s package manager keeps Linkwright up to date.'
  if (isUnpacked(rest)) return 'This copy was not installed, so it can’t be replaced.'
  if (!ownInstaller)
    return 'This copy wasn’t installed by Linkwright’s .exe installer, so update it the way it was installed.'
  if (!signed)
    return 'This copy isn’t signed by its makers, so macOS can’t update it. Download the next version instead.'
  return forbidden
}

/** On macOS the app is always one bundle; elsewhere `electron-builder` sets these two variables. */
function isUnpacked({ platform, env }: Pick<Installation, 'platform' | 'env'>): boolean {
  if (platform === 'linux') return !env['APPIMAGE']
  return platform === 'win32' && Boolean(env['PORTABLE_EXECUTABLE_DIR'])
}
