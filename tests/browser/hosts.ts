import type { AppHost } from './app.ts'
import { browserHost } from './browserHost.ts'
import { desktopHost } from './desktopHost.ts'
import { standInHost } from './standInHost.ts'

/** Returns every host that can start on this machine. The stand-in replaces the desktop app if Electron cannot run. */
export function hosts(): AppHost[] {
  return [browserHost(), desktopHost() ?? standInHost()]
}
