import type { AppHost } from './app.ts'
import { browserHost } from './browserHost.ts'
import { desktopHost } from './desktopHost.ts'
import { standInHost } from './standInHost.ts'

/** Whether this is `npm run test:hosts`, which repeats the tests of screens and of the core in each host. */
export const runsAll = process.env['LINKWRIGHT_TEST_ALL_HOSTS'] !== undefined

/** Returns every host that can start on this machine. The stand-in replaces the desktop app if Electron cannot run. */
export function hosts(): AppHost[] {
  return [browserHost(), desktopHost() ?? standInHost()]
}

/**
 * Returns the hosts for tests of screens and of the core. The stand-in shows the same window in the same Chromium, so it
 * runs them only in `npm run test:hosts`. A real desktop app always runs them.
 */
export function screenHosts(): AppHost[] {
  const desktop = desktopHost() ?? (runsAll ? standInHost() : null)
  return desktop === null ? [browserHost()] : [browserHost(), desktop]
}
