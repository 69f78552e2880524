import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isTeamSigned } from './signature.ts'

/** This app, as the system runs it. */
export interface Installation {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  packaged: boolean
  executable: string
  /** The folder of the build's resources. */
  resources: string
  /** Whether the organization has a package repository, which updates a deb or an rpm. */
  repository: boolean
  /** Whether an app for macOS is signed by a team. */
  isSigned?: (executable: string) => Promise<boolean>
}

/** Returns why this installation can't update itself; `null` if it can. */
export async function findUpdateObstacle(installation: Installation): Promise<string | null> {
  const { platform, env, packaged, executable, resources, repository } = installation
  if (!packaged) return 'This copy runs from its source code.'
  // `electron-builder` writes this file if a feed is configured.
  const config = readIfPresent(join(resources, 'app-update.yml'))
  const [, feed] = /^url: ['"]?([^\s'"]+)/m.exec(config) ?? []
  if (feed === undefined) return 'This build has no update address.'
  // An AppImage is verified only with the checksum in the feed.
  if (URL.parse(feed)?.protocol !== 'https:') return 'This build’s update address isn’t https.'
  // The name is `deb` or `rpm` if a package manager installed the app.
  const packageType = readIfPresent(join(resources, 'package-type')).trim()
  if (packageType !== '') return explainPackage(packageType, repository)
  if (platform === 'linux') return findImageObstacle(env['APPIMAGE'])
  if (platform === 'win32') return findWindowsObstacle(executable, config)
  const { isSigned = isTeamSigned } = installation
  return (await isSigned(executable))
    ? null
    : 'This copy isn’t signed by its makers, so macOS can’t update it. Download the next version instead.'
}

/** Packages are not published in a repository of ours, so no package manager finds a newer one by itself. */
function explainPackage(packageType: string, repository: boolean): string {
  return repository
    ? 'Your organization’s package repository keeps Linkwright up to date.'
    : `To update Linkwright, download and install the new ${packageType} package.`
}

/** The user may replace an AppImage in a writable folder. */
function findImageObstacle(image: string | undefined): string | null {
  if (!image) return 'This copy was not installed, so it can’t be replaced.'
  try {
    accessSync(dirname(image), constants.W_OK)
    return null
  } catch {
    return 'This copy is in a folder that you can’t write to. Move it to one of yours to update it.'
  }
}

/**
 * Linkwright's `.exe` installer leaves its uninstaller next to the app; an MSI doesn't. Updating with the other
 * installer would leave two copies. A build that is signed for Windows names the publisher of its updates.
 */
function findWindowsObstacle(executable: string, config: string): string | null {
  if (!existsSync(join(dirname(executable), `Uninstall ${basename(executable)}`)))
    return 'This copy wasn’t installed with Linkwright’s .exe installer, so update it the way it was installed.'
  return /^publisherName:/m.test(config)
    ? null
    : 'This build isn’t signed by its makers, so it can’t verify updates. Download the next version instead.'
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
