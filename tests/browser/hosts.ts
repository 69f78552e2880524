import type { AppHost } from './app.ts'
import { browserHost } from './browserHost.ts'
import { desktopHost } from './desktopHost.ts'
import { standInHost } from './standInHost.ts'

/**
 * Every host that can start on this machine, for `describe.each(hosts())`. Without Electron's runtime, the stand-in takes
 * the place of the desktop app.
 */
export function hosts(): AppHost[] {
  return [browserHost(), desktopHost() ?? standInHost()]
}
