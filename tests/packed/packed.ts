import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The packed app for this machine, ready to start. */
export interface PackedApp {
  executable: string
  archive: string
}

interface Machine {
  platform: NodeJS.Platform
  arch: string
}

/** Finds the app in the packager's output folder; `null` if it is not packed. */
export function findPacked(release: string, { platform, arch }: Machine): PackedApp | null {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  const app = locateApp(release, platform, suffix)
  return existsSync(app.executable) && existsSync(app.archive) ? app : null
}

function locateApp(release: string, platform: NodeJS.Platform, suffix: string): PackedApp {
  if (platform === 'darwin') {
    const contents = join(release, `mac${suffix}`, 'Linkwright.app', 'Contents')
    return {
      executable: join(contents, 'MacOS', 'Linkwright'),
      archive: join(contents, 'Resources', 'app.asar'),
    }
  }
  const isWindows = platform === 'win32'
  const folder = join(release, `${isWindows ? 'win' : 'linux'}${suffix}-unpacked`)
  return {
    executable: join(folder, isWindows ? 'Linkwright.exe' : 'linkwright'),
    archive: join(folder, 'resources', 'app.asar'),
  }
}
