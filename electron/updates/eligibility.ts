import type { UpdateResources } from './feed.ts'

/** How this app was installed. */
export interface Installation extends UpdateResources {
  platform: NodeJS.Platform
  packaged: boolean
  env: NodeJS.ProcessEnv
  /** Whether our own installer installed the app, so that it can update itself. Only checked on Windows. */
  ownInstaller: boolean
  /** Whether this user may replace the app's file. Only checked for an AppImage. */
  replaceable: boolean
  /** Whether the platform accepts updates for an app with this signature. Only checked on macOS. */
  signed: boolean
  /** Whether the organization has a package repository, which updates a deb or an rpm. */
  repository: boolean
  /** Why updates are disabled by an administrator. */
  forbidden: string | null
}

/** Returns why this installation can't update itself; `null` if it can. */
export function findUpdateObstacle(installation: Installation): string | null {
  const { feed, packageType, packaged, repository } = installation
  if (!packaged) return 'This copy runs from its source code.'
  if (feed === null) return 'This build has no update address.'
  // An AppImage is verified only with the checksum in the feed.
  if (URL.parse(feed)?.protocol !== 'https:') return 'This build’s update address isn’t https.'
  if (packageType !== null) return explainPackage(packageType, repository)
  return findSystemObstacle(installation) ?? installation.forbidden
}

function findSystemObstacle(installation: Installation): string | null {
  const { platform, env, ownInstaller, replaceable, signed, namesPublisher } = installation
  if (platform === 'linux' && !env['APPIMAGE']) return 'This copy was not installed, so it can’t be replaced.'
  if (!replaceable)
    return 'This copy is in a folder that you can’t write to. Move it to one of yours to update it.'
  if (!ownInstaller)
    return 'This copy wasn’t installed with Linkwright’s .exe installer, so update it the way it was installed.'
  if (platform === 'win32' && !namesPublisher)
    return 'This build isn’t signed by its makers, so it can’t verify updates. Download the next version instead.'
  if (!signed)
    return 'This copy isn’t signed by its makers, so macOS can’t update it. Download the next version instead.'
  return null
}

/** Packages are not published in a repository of ours, so no package manager finds a newer one by itself. */
function explainPackage(packageType: string, repository: boolean): string {
  return repository
    ? 'Your organization’s package repository keeps Linkwright up to date.'
    : `To update Linkwright, download and install the new ${packageType} package.`
}
