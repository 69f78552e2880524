import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What a build says about updates; `electron-builder` writes both files, the first only if a feed is named. */
export interface UpdateResources {
  /** The update feed's address. */
  feed: string | null
  /** `deb` or `rpm` if a package manager has installed it. */
  packageType: string | null
}

/**
 * Whether Linkwright's `.exe` installer has installed the app on Windows: it leaves its uninstaller beside it. An MSI
 * doesn't, and an update by the other installer would leave two copies.
 */
export function hasOwnInstaller(executable: string): boolean {
  return existsSync(join(dirname(executable), `Uninstall ${basename(executable)}`))
}

/** Reads the build's resources. */
export function readUpdateResources(resources: string): UpdateResources {
  const config = readIfPresent(join(resources, 'app-update.yml'))
  return {
    feed: /^url: ['"]?([^\s'"]+)/m.exec(config)?.[1] ?? null,
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
