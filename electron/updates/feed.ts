import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A build's update configuration. `electron-builder` writes both files, the first only if a feed is configured. */
export interface UpdateResources {
  feed: string | null
  /** Whether the build names the publisher of its updates, because it is signed for Windows. */
  namesPublisher: boolean
  /** `deb` or `rpm` if a package manager installed it. */
  packageType: string | null
}

/**
 * Whether Linkwright's `.exe` installer installed the app on Windows. It leaves its uninstaller next to the app; an MSI
 * doesn't. Updating with the other installer would leave two copies.
 */
export function hasOwnInstaller(executable: string): boolean {
  return existsSync(join(dirname(executable), `Uninstall ${basename(executable)}`))
}

/** Whether this user may replace an AppImage, which needs a writable folder. */
export function canReplaceImage(image: string): boolean {
  try {
    accessSync(dirname(image), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Reads the update configuration from the build's resources. */
export function readUpdateResources(resources: string): UpdateResources {
  const config = readIfPresent(join(resources, 'app-update.yml'))
  return {
    feed: /^url: ['"]?([^\s'"]+)/m.exec(config)?.[1] ?? null,
    namesPublisher: /^publisherName:/m.test(config),
    packageType: readIfPresent(join(resources, 'package-type')).trim() || null,
  }
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
